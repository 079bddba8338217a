import type { LayerLabel, LayerRow } from "./wire";

/**
 * The layer's label of one item from the labels under its rule. Majority is a strict plurality: two options that share
 * the first place give a tie and no label. Never guesses; an answer among `silent` (a judge's UNSURE) is no label.
 */
export function decide(
  kind: "majority" | "judge",
  labels: readonly LayerLabel[],
  silent: readonly string[] = [],
): Pick<LayerRow, "label" | "decided"> {
  const counts = new Map<string, number>();
  for (const { value } of labels) if (!silent.includes(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size === 0) return { label: null, decided: "none" };
  const most = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === most).map(([value]) => value);
  if (first.length > 1) return { label: null, decided: "tie" };

  return { label: first[0] ?? null, decided: kind };
}
