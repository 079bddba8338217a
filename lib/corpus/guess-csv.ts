import { CsvTokenizer } from "./csv-tokenizer";

/** Separators that are guessed, in the order that settles a tie. */
export const CSV_SEPARATORS = [",", "\t", ";", "|"] as const;

/**
 * Guesses the separator of a table with a header row: the one under which most rows have as many cells as the header, and the header has more than one.
 *
 * @param sample the start of the file, without BOM
 * @param complete whether the sample is the whole file; otherwise its last line is left out
 * @returns the separator, "," where the table has one column. O(sample)
 * @example guessCsvSeparator("id;text\n1;a, b", true) // ";"
 */
export function guessCsvSeparator(sample: string, complete: boolean): string {
  const lines = sample.split("\n");
  if (!complete && lines.length > 1) lines.pop();
  let best: { separator: string; share: number; columns: number } = { separator: ",", share: 0, columns: 1 };
  for (const separator of CSV_SEPARATORS) {
    const { share, columns } = rate(lines, separator);
    if (columns < 2) continue;
    if (share > best.share || (share === best.share && columns > best.columns)) best = { separator, share, columns };
  }
  return best.separator;
}

function rate(lines: readonly string[], separator: string): { share: number; columns: number } {
  const tokenizer = new CsvTokenizer(separator);
  let columns = 0;
  let rows = 0;
  let agree = 0;
  for (const [i, text] of lines.entries()) {
    const step = tokenizer.push(text, i + 1);
    if (step.kind === "fault") rows++;
    if (step.kind !== "row") continue;
    rows++;
    if (columns === 0) columns = step.row.cells.length;
    if (step.row.cells.length === columns) agree++;
  }
  if (tokenizer.end()) rows++;
  return { share: rows === 0 ? 0 : agree / rows, columns };
}
