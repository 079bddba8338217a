import type { Bulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import { noteRepeats, uncounted } from "./internal";
import type { UploadedBytes } from "./uploaded-bytes";

const SHOWN = 100;

type Counted = { line: number; total: number };

/** What must hold between the rows of a target set, checked on the staged rows; every row that breaks it is named. */
export async function checkTargets(bulk: Bulk, upload: UploadedBytes): Promise<void> {
  await noteRepeats(
    bulk,
    upload,
    sql`SELECT concat_ws(' ', "focalKey", nullif("targetKey", ''), nullif("authorKey", ''), nullif(split, '')) AS what, line, first FROM (
      SELECT *, min(line) OVER (PARTITION BY "focalKey", "targetKey", "authorKey", split) AS first FROM target_rows) r WHERE line > first`,
    (what) => `The row ${what} stands twice`,
  );
  await checkSplits(bulk, upload);
  const cutOffs = await bulk.rows<Counted & { what: string; first: number; a: string; b: string }>(sql`
    SELECT "focalKey" AS what, line, first, day AS b, first_day AS a, count(*) OVER ()::int AS total FROM (
      SELECT "focalKey", line, "cutOff" AS day, first_value("cutOff") OVER w AS first_day, first_value(line) OVER w AS first
      FROM target_rows WHERE "cutOff" IS NOT NULL WINDOW w AS (PARTITION BY "focalKey" ORDER BY line)) r
    WHERE day <> first_day ORDER BY line LIMIT ${SHOWN}`);
  for (const { what, line, first, a, b } of cutOffs) {
    upload.fault(line, `Query ${what} has two cut-off days: ${a} in line ${first}, ${b} in line ${line}.`, "cut_off");
  }
  uncounted(upload, cutOffs);
}

/** Nobody may be in two splits: an author where authors are given, else a query. */
async function checkSplits(bulk: Bulk, upload: UploadedBytes): Promise<void> {
  const broken = await bulk.rows<
    Counted & { who: string; first: number; here: string; there: string; author: boolean }
  >(sql`
    SELECT who, author, line, first, split AS here, first_split AS there, count(*) OVER ()::int AS total FROM (
      SELECT who, author, line, split, first_value(split) OVER w AS first_split, first_value(line) OVER w AS first FROM (
        SELECT CASE WHEN "authorKey" = '' THEN "focalKey" ELSE "authorKey" END AS who, "authorKey" <> '' AS author, line, split
        FROM target_rows WHERE split <> '') s WINDOW w AS (PARTITION BY who, author ORDER BY line)) r
    WHERE split <> first_split ORDER BY line LIMIT ${SHOWN}`);
  for (const { who, author, line, first, here, there } of broken) {
    const name = author ? `Author ${who}` : `Query ${who}`;
    upload.fault(line, `${name} is in two splits: ${there} in line ${first}, ${here} in line ${line}.`, "split");
  }
  uncounted(upload, broken);
  const [shared] = await bulk.rows<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM (SELECT "focalKey" FROM target_rows WHERE split <> '' AND "authorKey" <> ''
      GROUP BY 1 HAVING count(DISTINCT split) > 1) q`);
  upload.notices.counted(shared?.n ?? 0, "Queries that stand in two splits under different authors");
}

/** A tier is nested: each of its pairs (or queries) must be in the set that it is declared within. */
export async function checkNested(
  bulk: Bulk,
  upload: UploadedBytes,
  studyId: string,
  within: { id: string; name: string },
): Promise<void> {
  const outside = await bulk.rows<Counted & { focal: string; target: string }>(sql`
    SELECT r."focalKey" AS focal, r."targetKey" AS target, r.line, count(*) OVER ()::int AS total FROM target_rows r
    WHERE NOT EXISTS (SELECT 1 FROM "TargetEntry" e WHERE e."studyId" = ${studyId}::uuid AND e."setId" = ${within.id}::uuid
      AND e."focalKey" = r."focalKey" AND (r."targetKey" = '' OR e."targetKey" = r."targetKey"))
    ORDER BY r.line LIMIT ${SHOWN}`);
  for (const { focal, target, line } of outside) {
    const what = target === "" ? `Query ${focal}` : `${focal} → ${target}`;
    upload.fault(line, `${what} is not in ${within.name}, which this set is declared to lie within.`);
  }
  uncounted(upload, outside);
}
