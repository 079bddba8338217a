import type { UndefinedReason } from "./agreement";

/** A standard error with the method that gave it, or the reason why there is none. */
export type StandardError =
  | {
      readonly kind: "standard_error";
      readonly value: number;
      readonly method: "infinitesimal_jackknife" | "fleiss_cohen_everitt" | "fleiss_null" | "gwet";
      readonly items: number;
    }
  | { readonly kind: "undefined"; readonly reason: UndefinedReason };
