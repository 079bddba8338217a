import type { Decision } from "./decide";
import type { LayerRow } from "./wire";

type EdgeRule = { least: number; positive: string; negative: string };
type Context = Pick<Decision, "label"> & { probability: number | null };
type EdgeCounts = NonNullable<LayerRow["edge"]>;

/**
 * An edge's label from its contexts': positive where at least `least` of them are, negative where some context has a
 * label and too few are positive, none where no context has one. Confidence is the positive share of the labelled
 * contexts; the highest probability goes over all contexts, labelled or not. O(contexts).
 * @example decideEdge({ least: 2, positive: "ROOT", negative: "WEED" }, contexts) // ROOT WEED: WEED, 1/2
 */
export function decideEdge(
  rule: EdgeRule,
  contexts: readonly Context[],
): Pick<Decision, "label" | "decided" | "confidence"> & { edge: EdgeCounts } {
  const labelled = contexts.filter((context) => context.label !== null).length;
  const positive = contexts.filter((context) => context.label === rule.positive).length;
  const given = contexts.flatMap((context) => (context.probability === null ? [] : [context.probability]));
  const maxProbability = given.length === 0 ? null : given.reduce((most, next) => Math.max(most, next));
  const edge = { contexts: contexts.length, labelled, positive, maxProbability };
  if (labelled === 0) return { label: null, decided: "none", confidence: null, edge };
  const label = positive >= rule.least ? rule.positive : rule.negative;

  return { label, decided: "edge", confidence: positive / labelled, edge };
}
