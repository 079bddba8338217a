import type { LayerLabel, LayerRow } from "./wire";

const written = new WeakMap<readonly LayerLabel[], string>();

/** One object a line, keys in a fixed order, text exactly as it is. */
export function encodeJsonl(row: LayerRow): string {
  const { key, focal, target, label, decided, labels, confidence, adjudication, edge, mustCite } = row;
  const first = `{"key":${text(key)},"focal":${text(focal)},"target":${text(target)},"label":${text(label)}`;
  const middle = `"decided":"${decided}","n":${labels.length},"labels":${labelsText(labels)}`;
  const last = JSON.stringify({ confidence, adjudication, edge, mustCite }).slice(1);

  return `${first},${middle},${last}\n`;
}

function text(value: string | null): string {
  return value === null ? "null" : JSON.stringify(value);
}

/** Many rows share their labels (stored-items.ts), and those are most of a line. */
function labelsText(labels: readonly LayerLabel[]): string {
  const known = written.get(labels);
  if (known !== undefined) return known;
  const made = JSON.stringify(labels);
  written.set(labels, made);

  return made;
}
