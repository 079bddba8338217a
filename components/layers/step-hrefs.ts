import type { LayerSpec } from "@/lib/layers/wire";
import type { StepHrefs } from "./layer-funnel";

/** Where a step's number leads. The items page counts by its own filters: it is linked only where these are the layer's. */
export function hrefsOf(slug: string, at: string, spec: LayerSpec): StepHrefs {
  const items = `/studies/${slug}/items`;
  const unfiltered = [
    spec.filters.strata,
    spec.filters.fields,
    spec.filters.located,
    spec.filters.withoutFlagged,
  ].every((filter) => filter === undefined || filter === false);

  return ({ step, cut, label, decided }) => {
    if (step === "items" || (step === "matching" && unfiltered)) return items;
    if (step === "matching" && spec.rule.kind === "edge") return undefined;
    if (step === "sampled") {
      const [roundId, ...more] = spec.roundIds ?? [];
      if (!unfiltered || more.length > 0) return undefined;
      return `${items}?${new URLSearchParams({ filter: "drawn", ...(roundId && { roundId }) })}`;
    }
    const query = new URLSearchParams({
      ...(step && { step }),
      ...(cut !== undefined && { cut: String(cut) }),
      ...(label !== undefined && { label }),
      ...(decided && { decided }),
    });

    return `${at}/rows?${query}`;
  };
}
