import { type Label, majority } from "./figures";
import type { Instance } from "./instances";

/** One item of the study as the layer should hold it: who said what, under pseudonyms, and what that decides. */
export type LayerItem = { item: Instance; said: Record<string, string>; label: Label; drawn: boolean };

export function layerItems(
  all: readonly Instance[],
  drawn: readonly Instance[],
  rows: readonly (readonly Label[])[],
  pseudonyms: readonly string[],
): LayerItem[] {
  return all.map((item) => {
    const row = rows[drawn.indexOf(item)] ?? [];
    const said = row.flatMap((value, i) => (value === undefined ? [] : [[pseudonyms[i] ?? "", value] as const]));

    return { item, said: Object.fromEntries(said), label: majority(row), drawn: row.length > 0 };
  });
}

function decided({ drawn, label }: LayerItem): string {
  if (!drawn) return "none";

  return label === undefined ? "tie" : "majority";
}

/** How much of what was said the most frequent label has, of a tie as of a majority. */
function shareOf({ said }: LayerItem): number | null {
  const values = Object.values(said);
  if (values.length === 0) return null;

  return Math.max(...values.map((value) => values.filter((other) => other === value).length)) / values.length;
}

/** `key, focal, target, label, decided, confidence, n` and what each rater said. */
export function expectedRows(items: readonly LayerItem[]) {
  const rows = items.map((one) => ({
    key: one.item.key,
    focal: one.item.query,
    target: one.item.target,
    label: one.label ?? null,
    decided: decided(one),
    confidence: shareOf(one),
    n: Object.keys(one.said).length,
    said: one.said,
  }));

  return rows.sort(byKey);
}

export function readRows(jsonl: string): ReturnType<typeof expectedRows> {
  const rows = jsonl
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ labels, ...row }) => ({
      ...row,
      said: Object.fromEntries(labels.map((label: Record<string, string>) => [label.rater, label.value])),
    }));

  return rows.sort(byKey);
}

/** CSV up to the count of labels; ids here hold neither commas nor quotes. */
export function expectedCsv(items: readonly LayerItem[]): string[] {
  return expectedRows(items)
    .map(({ key, focal, target, label, decided: how, n }) => [key, focal, target, label ?? "", how, n].join(","))
    .sort();
}

export function readCsv(csv: string): string[] {
  const [head, ...lines] = csv.trim().split("\r\n");
  if (!head?.startsWith("key,focal,target,label,decided,n_labels,")) throw new Error(`Another head: ${head}`);

  return lines.map((line) => line.split(",").slice(0, 6).join(",")).sort();
}

export function expectedQrels(items: readonly LayerItem[], grade: (label: string) => string): string[] {
  return items
    .flatMap(({ item, label }) => (label === undefined ? [] : [`${item.query} 0 ${item.target} ${grade(label)}`]))
    .sort();
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
