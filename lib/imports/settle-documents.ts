import type { Bulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import type { ImportRun } from "./run-import";
import type { StagedFile } from "./stage-files";

type Clash = { file: number; paper: number; key: string; items: number; stored: boolean };

/**
 * Takes out of the staged items those of refused files, and the papers that clash with what is in the study or stood
 * before among the staged: what is left can be stored. Each is a fault of the run.
 */
export async function settleDocuments(
  bulk: Bulk,
  run: ImportRun,
  files: readonly StagedFile[],
  refused: ReadonlySet<number>,
): Promise<void> {
  await bulk.execute(sql`DELETE FROM staged_items WHERE file = ANY(${[...refused]}::int[])`);
  // One import at a time compares and stores in a study; what the other one stored is then seen here.
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('imports:' || ${run.studyId}, 0))::text`);
  await bulk.execute(sql`
    CREATE TEMPORARY TABLE clashing_papers ON COMMIT DROP AS
    SELECT file, line, min(key) AS key, count(*)::int AS items, bool_or(stored) AS stored FROM (
      SELECT s.file, s.line, s.key, true AS stored
      FROM staged_items s JOIN "Item" i ON i."studyId" = ${run.studyId}::uuid AND i.key = s.key
      WHERE i."contentHash" <> s."contentHash"
      UNION ALL
      SELECT file, line, key, false FROM (
        SELECT file, line, key, "contentHash", first_value("contentHash") OVER (PARTITION BY key ORDER BY seq) AS first
        FROM staged_items) s
      WHERE "contentHash" <> first) clashes
    GROUP BY file, line`);
  const clashes = await bulk.rows<Clash>(sql`
    SELECT file, line AS paper, key, items, stored FROM clashing_papers ORDER BY file, line`);
  for (const { file, paper, key, items, stored } of clashes) {
    const many = items === 1 ? `the item "${key}"` : `${items} items, such as "${key}",`;
    const where = stored ? "in this study with other content; items do not change" : "before with other content";
    const which = paper === 1 ? "The paper" : `Paper ${paper} of the file`;
    run.faults.add({ file: files[file]?.name ?? "", reason: `${which} was left out: ${many} stood ${where}.` }, file);
  }
  if (clashes.length === 0) return;
  await bulk.execute(sql`
    DELETE FROM staged_items s USING clashing_papers c WHERE s.file = c.file AND s.line = c.line`);
  run.rows -= clashes.length;
}
