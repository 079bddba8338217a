import type { LayerRow } from "./wire";

/** One object a line, keys in a fixed order, text exactly as it is. */
export function encodeJsonl(row: LayerRow): string {
  const { key, focal, target, label, decided, labels, confidence, adjudication, edge, mustCite } = row;

  return `${JSON.stringify({ key, focal, target, label, decided, n: labels.length, labels, confidence, adjudication, edge, mustCite })}\n`;
}
