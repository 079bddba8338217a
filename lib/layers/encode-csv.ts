import type { LayerRow } from "./wire";

const COLUMNS = ["key", "focal", "target", "label", "decided", "n_labels", "raters", "values", "codebook_versions"];

/**
 * One cell for spreadsheets: text that a spreadsheet would run as a formula gets a leading apostrophe and quotes; all
 * else is quoted only where CSV needs it. Numbers are written by the caller as numbers and never pass here.
 * @example csvText("=1+1") // "'=1+1" in quotes
 */
export function csvText(text: string): string {
  const guarded = /^[=+\-@\t\r\n\0\uff0b\uff0d\uff1d\uff20]/.test(text) ? `'${text}` : text;

  return guarded !== text || /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

export function csvHeader(): string {
  return `${COLUMNS.join(",")}\r\n`;
}

export function encodeCsv(row: LayerRow): string {
  const cells = [
    csvText(row.key),
    csvText(row.focal ?? ""),
    csvText(row.target ?? ""),
    csvText(row.label ?? ""),
    row.decided,
    String(row.labels.length),
    csvText(row.labels.map((label) => label.rater).join(" ")),
    csvText(row.labels.map((label) => label.value).join(" ")),
    csvText([...new Set(row.labels.map((label) => label.codebookVersion))].join(" ")),
  ];

  return `${cells.join(",")}\r\n`;
}
