import { bootstrapInterval } from "@/lib/agreement/bootstrap-interval";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { evaluateMeasure } from "@/lib/agreement/measure";
import { patternTableFromLabels } from "@/lib/agreement/pattern-table-from-labels";
import { wilsonInterval } from "@/lib/agreement/proportion-interval";
import type { CrossKappa, CrossTable, Universe } from "./wire";

/** One edge of an answering paper, joined with a second layer (ROOT or not). */
export type CrossEdge = {
  readonly focal: string;
  readonly candidate: string;
  readonly endorsed: boolean;
  readonly root: boolean;
  /** Whether the author had it before their eyes. */
  readonly shown: boolean;
  readonly stratum: string;
};

/** To be printed under every κ of this report. */
export const NEGATIVE_SENTENCE = "Not chosen is treated as negative here.";
export const RESPONDERS_SENTENCE = "Answers from responders only.";

/**
 * The contingency of endorsement with another layer, over all strata and for each. Intervals resample focal papers.
 * O(edges + replicates × papers).
 *
 * @example crossLayer([{ focal: "1", candidate: "2", endorsed: true, root: true, shown: true, stratum: "" }], "c", { seed: "1" });
 */
export function crossLayer(
  edges: readonly CrossEdge[],
  universe: Universe,
  options: { seed: string; replicates?: number },
): CrossTable[] {
  const inside = edges.filter((edge) => (universe === "a" ? true : universe === "b" ? edge.shown : edge.endorsed));
  const strata = [...new Set(inside.map((edge) => edge.stratum))].sort();
  const of = (stratum: string | null) =>
    tableOf(
      inside.filter((edge) => stratum === null || edge.stratum === stratum),
      universe,
      stratum,
      options,
    );

  return [of(null), ...(strata.length > 1 ? strata.map(of) : [])];
}

function tableOf(
  edges: readonly CrossEdge[],
  universe: Universe,
  stratum: string | null,
  options: { seed: string; replicates?: number },
): CrossTable {
  const count = (endorsed: boolean, root: boolean) =>
    edges.filter((edge) => edge.endorsed === endorsed && edge.root === root).length;
  const [both, endorsedOnly, rootOnly, neither] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const endorsed = both + endorsedOnly;

  return {
    universe,
    stratum,
    n: edges.length,
    both,
    endorsedOnly,
    rootOnly,
    neither,
    marginals: { endorsed, root: both + rootOnly },
    kappa:
      universe === "c"
        ? { kind: "undefined", reason: "Endorsed pairs alone hold no negatives." }
        : kappaOf(edges, options),
    rootShare: endorsed === 0 ? null : { value: both / endorsed, ...ends(both, endorsed), of: endorsed },
  };
}

function ends(successes: number, trials: number): { low: number; high: number } {
  const { low, high } = wilsonInterval(successes, trials);

  return { low, high };
}

const REASONS: Record<string, string> = {
  no_pairable: "There is no edge.",
  no_variation: "Both say the same of every edge.",
};

function kappaOf(edges: readonly CrossEdge[], options: { seed: string; replicates?: number }): CrossKappa {
  const table = patternTableFromLabels({
    categories: ["no", "yes"],
    raters: ["endorsed", "root"],
    rows: edges.flatMap(({ focal, endorsed, root }, item) => [
      { item, rater: "endorsed", label: endorsed ? "yes" : "no", cluster: focal },
      { item, rater: "root", label: root ? "yes" : "no", cluster: focal },
    ]),
  });
  const measure = cohenKappaMeasure(table, "endorsed", "root");
  const value = evaluateMeasure(measure);
  if (value.kind === "undefined") return { kind: "undefined", reason: REASONS[value.reason] ?? value.reason };
  const interval = bootstrapInterval(measure, { method: "percentile", ...options });

  return {
    kind: "estimate",
    value: value.value,
    interval: interval.kind === "interval" ? { low: interval.low, high: interval.high } : null,
    papers: new Set(edges.map((edge) => edge.focal)).size,
  };
}
