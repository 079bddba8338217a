/** Why a measure has no value. Never replaced by NaN, 0 or 1. */
export type UndefinedReason = "no_pairable" | "no_variation" | "one_rater" | "one_item";

/**
 * A measure computed on a table.
 * - `value`: the coefficient, full double precision.
 * - `observed`, `expected`: what the coefficient was made from, as agreement (for α as disagreement: see its own comment).
 * - `items`: items that entered the computation (for α and its kin: items with at least two labels).
 * - `labels`: labels on those items.
 */
export type Estimate = {
  readonly kind: "estimate";
  readonly value: number;
  readonly observed?: number;
  readonly expected?: number;
  readonly items: number;
  readonly labels: number;
};

/** A measure without a value, with the reason and, where it exists, the observed agreement beside it. */
export type NotDefined = {
  readonly kind: "undefined";
  readonly reason: UndefinedReason;
  readonly observed?: number;
  readonly items: number;
};

/** The result of every coefficient in this folder. */
export type Agreement = Estimate | NotDefined;

/** What a formula returns before the items and labels that it used are added. */
export type Outcome =
  | { readonly value: number; readonly observed?: number; readonly expected?: number }
  | { readonly reason: UndefinedReason; readonly observed?: number };

/**
 * True where a formula gave a value. O(1).
 *
 * @example hasValue({ reason: "no_variation" }); // => false
 */
export function hasValue(outcome: Outcome): outcome is Extract<Outcome, { value: number }> {
  return "value" in outcome;
}

/**
 * The value of a measure, or undefined where it has none: for callers that only print. O(1).
 *
 * @example numberOrUndefined({ kind: "undefined", reason: "no_variation", items: 3 }); // => undefined
 */
export function numberOrUndefined(agreement: Agreement): number | undefined {
  return agreement.kind === "estimate" ? agreement.value : undefined;
}
