import { dawidSkene } from "@/lib/agreement/dawid-skene";
import { patternTable } from "@/lib/agreement/pattern-table";
import type { Snapshot } from "@/lib/db/snapshot";
import { modelLabels, patternOf } from "./decide";
import { type RowSetting, saidOf } from "./decide-row";
import { layerStatement, type StoredItem } from "./layer-statement";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
import { modelOf } from "./rule-needs";

/**
 * Dawid and Skene's model over all items that the layer's filters let through, before any cut: what is held is one count
 * for each distinct pattern. Patterns are taken in the order of their texts, so that the same labels give the same bits.
 */
export async function fitModel(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  setting: Omit<RowSetting, "posteriors">,
): Promise<ReadonlyMap<string, Float64Array>> {
  const rule = modelOf(layer.spec.rule);
  const posteriors = new Map<string, Float64Array>();
  if (!rule) return posteriors;
  const options = layer.subject.options;
  const counts = new Map<string, number>();
  for await (const page of snapshot.pages<StoredItem>(layerStatement(layer, "key", undefined), 1000)) {
    for (const item of page) {
      const key = patternOf(modelLabels(rule, saidOf(item, setting)), options);
      if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const patterns = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const said = patterns.map(([key]) => JSON.parse(key) as [string, string, number][]);
  const columns = new Map<string, number>();
  for (const [rater, round] of said.flat().sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1))) {
    const name = JSON.stringify([rater, round]);
    if (!columns.has(name)) columns.set(name, columns.size);
  }
  const names = [...columns.keys()];
  if (names.length === 0) return posteriors;
  const rows = patterns.map(([, items], row) => {
    const labels: (number | null)[] = names.map(() => null);
    for (const [rater, round, option] of said[row] ?? []) {
      labels[columns.get(JSON.stringify([rater, round])) ?? 0] = option;
    }
    return { labels, items };
  });
  const table = patternTable({ categories: options, raters: names, rows });
  const identities = names.map((name) => String(JSON.parse(name)[0]));
  const model = dawidSkene(table, { smoothing: rule.smoothing, identities });
  for (let row = 0; row < table.rows; row += 1) {
    const labels = table.labels.subarray(row * names.length, (row + 1) * names.length);
    const key = keyOfRow(labels, names);
    posteriors.set(key, model.posteriors.slice(row * options.length, (row + 1) * options.length));
  }

  return posteriors;
}

/** The pattern's text from a row of the table, which may come in another order than the rows that went in. */
function keyOfRow(labels: Int32Array, names: readonly string[]): string {
  const said = names.flatMap((name, i) => {
    const option = labels[i] ?? -1;
    return option < 0 ? [] : [[...(JSON.parse(name) as [string, string]), option]];
  });

  return JSON.stringify(said);
}
