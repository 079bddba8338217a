import { ServiceError } from "@/lib/errors";
import type { LayerRow } from "./wire";

/**
 * `qid 0 docid grade`. qid and docid are the item's focal and target keys, or the two halves of a `qid docid` key. The
 * grade is the label where labels are whole numbers, else 1 for the positive option and 0 for the others. Rows
 * without a label are left out: not judged is not the same as not relevant.
 */
export function encodeQrels(row: LayerRow, options: readonly string[], positive: string): string {
  if (row.label === null) return "";
  const [qid, docid] = qrelsIds(row);
  const graded = options.every((option) => /^\d{1,4}$/.test(option));
  const grade = graded ? row.label : row.label === positive ? "1" : "0";

  return `${qid} 0 ${docid} ${grade}\n`;
}

function qrelsIds(row: LayerRow): [string, string] {
  const [first, second, ...more] = row.key.split(" ");
  const ids =
    row.focal !== null && row.target !== null ? [row.focal, row.target] : more.length === 0 ? [first, second] : [];
  const [qid, docid] = ids;
  if (!qid || !docid || /\s/.test(qid) || /\s/.test(docid)) {
    throw new ServiceError(
      "unprocessable",
      `The item ${row.key} has no pair of ids without spaces, so it cannot stand in qrels. Export JSON lines instead.`,
    );
  }

  return [qid, docid];
}
