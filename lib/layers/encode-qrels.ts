import type { Snapshot } from "@/lib/db/snapshot";
import { type Sql, sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { itemCondition } from "./item-condition";
import { eligible } from "./layer-statement";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
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
  if (!qid || !docid || /\s/.test(qid) || /\s/.test(docid)) throw noPair(row.key);

  return [qid, docid];
}

/** Refuses, before the first byte, items whose ids cannot stand in qrels, and pairs that would stand there twice. */
export async function checkQrels(snapshot: Snapshot, layer: ResolvedLayerSpec): Promise<void> {
  const pairs = sql`SELECT i.key, p.qid, p.docid FROM "Item" i CROSS JOIN LATERAL (SELECT
      CASE WHEN i."focalKey" IS NULL OR i."targetKey" IS NULL THEN split_part(i.key, ' ', 1) ELSE i."focalKey" END AS qid,
      CASE WHEN i."focalKey" IS NULL OR i."targetKey" IS NULL THEN substr(i.key, strpos(i.key || ' ', ' ') + 1) ELSE i."targetKey" END AS docid) p
    WHERE i."studyId" = ${layer.studyId}::uuid ${itemCondition(layer)} ${written(layer)}`;
  const [bad] = await snapshot.rows<{ key: string }>(
    sql`SELECT q.key FROM (${pairs}) q WHERE q.qid !~ '^\\S+$' OR q.docid !~ '^\\S+$' ORDER BY q.key COLLATE "C" LIMIT 1`,
  );
  if (bad) throw noPair(bad.key);
  // Of an edge's contexts one row is made.
  if (layer.rows === "edge") return;
  const [twice] = await snapshot.rows<{ qid: string; docid: string; n: number }>(
    sql`SELECT q.qid, q.docid, count(*)::int AS n FROM (${pairs}) q GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1`,
  );
  if (!twice) return;
  throw new ServiceError(
    "unprocessable",
    `${twice.qid} and ${twice.docid} stand together in ${twice.n} items, but qrels have one grade a pair. Export JSON lines, CSV or Parquet instead.`,
  );
}

/** Items that may have a label; under must-cite and where people settle, any item may. */
function written({ needs, ...layer }: ResolvedLayerSpec): Sql {
  if (needs.mentions || needs.settled) return sql``;

  return sql`AND EXISTS (SELECT 1 FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    WHERE l."itemId" = i.id AND ${eligible({ ...layer, needs })})`;
}

function noPair(key: string): ServiceError {
  return new ServiceError(
    "unprocessable",
    `The item ${key} has no pair of ids without spaces, so it cannot stand in qrels. Export JSON lines instead.`,
  );
}
