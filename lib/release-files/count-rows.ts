import { countCsvRecords } from "./csv-records";
import { type ReleaseSource, readTextLines, readWhole } from "./release-source";

/**
 * Rows of a release's file by its ending, without a header: lines, records, or the labels of an
 * alt-test file. Null for files that have no rows. O(bytes).
 *
 * @throws where the file cannot be read as what its ending says.
 * @example await countRows(source, "labels.csv"); // => 7212
 */
export async function countRows(source: ReleaseSource, path: string): Promise<number | null> {
  if (/^alt-test\/.*\.json$/.test(path)) return countLabels(await readWhole(source, path));
  if (path.endsWith(".csv")) return (await countCsvRecords(source.open(path))) - 1;
  if (!/\.(jsonl|qrels|tsv)$/.test(path)) return null;
  let lines = path.endsWith(".tsv") ? -1 : 0;
  for await (const some of readTextLines(path, source.open(path))) lines += some.length;

  return lines;
}

function countLabels(bytes: Buffer): number {
  const raters: Record<string, Record<string, unknown>> = JSON.parse(bytes.toString("utf8"));

  return Object.values(raters).reduce((sum, items) => sum + Object.keys(items).length, 0);
}
