import type { LayerLabel, LayerRow } from "./wire";

/**
 * The layer's label of one item from the labels under its rule. Majority is a strict plurality: two options that share
 * the first place give a tie and no label. Never guesses.
 */
export function decide(kind: "majority" | "judge", labels: readonly LayerLabel[]): Pick<LayerRow, "label" | "decided"> {
  if (labels.length === 0) return { label: null, decided: "none" };
  const counts = new Map<string, number>();
  for (const { value } of labels) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === most).map(([value]) => value);
  if (first.length > 1) return { label: null, decided: "tie" };

  return { label: first[0] ?? null, decided: kind };
}
