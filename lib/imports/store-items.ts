import type { Bulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";

/** content stays text until it is stored, so that it is parsed once. */
const COLUMNS = [
  ...["seq", "file", "line", "id", "key", "content"],
  ...["contentHash", "focalKey", "targetKey", "windowHash", "located"],
] as const;

type Rows = Parameters<Bulk["copyInto"]>[2];

/** Puts rows, as they come, where `storeItems` finds them. Only what is compared is analysed: texts are long. */
export async function stageItems(bulk: Bulk, rows: Rows): Promise<void> {
  await bulk.execute(sql`
    CREATE TEMPORARY TABLE staged_items (seq integer, file integer, line integer, id uuid, key text, content text,
      "contentHash" text, "focalKey" text, "targetKey" text, "windowHash" text, located boolean) ON COMMIT DROP`);
  await bulk.copyInto("staged_items", COLUMNS, rows);
  await bulk.execute(sql`ANALYZE staged_items (seq, key)`);
}

const SHOWN = 100;

type Clash = { file: number; line: number; key: string; firstFile: number; firstLine: number; total: number };

/** Checks the staged items against each other and against those of the study, then stores the new ones. */
export async function storeItems(
  bulk: Bulk,
  run: ImportRun,
  files: readonly ImportFile[],
): Promise<{ added: number; unchanged: number }> {
  const name = (file: number) => files[file]?.name ?? "";
  // One import at a time compares and stores in a study; what the other one stored is then seen here.
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('imports:' || ${run.studyId}, 0))::text`);
  const repeats = await bulk.execute(sql`
    CREATE TEMPORARY TABLE repeated_items ON COMMIT DROP AS
    SELECT key, min(seq) AS seq FROM staged_items GROUP BY key HAVING count(*) > 1`);
  if (repeats > 0) {
    const clashes = await bulk.rows<Clash>(sql`
      SELECT s.file, s.line, s.key, f.file AS "firstFile", f.line AS "firstLine", count(*) OVER ()::int AS total
      FROM staged_items s JOIN repeated_items r USING (key) JOIN staged_items f ON f.seq = r.seq
      WHERE s.seq <> r.seq AND s."contentHash" <> f."contentHash" ORDER BY s.seq LIMIT ${SHOWN}`);
    for (const [i, clash] of clashes.entries()) {
      const first = `${files.length > 1 ? `${name(clash.firstFile)}, ` : ""}line ${clash.firstLine}`;
      const reason = `The key "${clash.key}" stood before with other content (${first}).`;
      const fault = { file: name(clash.file), line: clash.line, column: "key", reason };
      run.faults.add(fault, clash.file, i === 0 ? clash.total - clashes.length + 1 : 1);
    }
    const dropped = await bulk.execute(sql`
      DELETE FROM staged_items s USING repeated_items r WHERE s.key = r.key AND s.seq <> r.seq`);
    run.notices.counted(dropped, "Rows that stood before, word for word, and count once");
  }
  const [found] = await bulk.rows<{ any: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM "Item" WHERE "studyId" = ${run.studyId}::uuid) AS any`);
  const unchanged = found?.any ? await compareWithStored(bulk, run, name) : 0;
  if (run.faults.total > 0) return { added: 0, unchanged };

  const [counts] = await bulk.rows<{ unlocated: number }>(sql`
    SELECT count(*) FILTER (WHERE NOT located)::int AS unlocated FROM staged_items`);
  run.notices.counted(counts?.unlocated ?? 0, "Items whose target citation is not located in every passage");
  const added = await bulk.execute(sql`
    INSERT INTO "Item" ("studyId", id, key, content, "contentHash", "focalKey", "targetKey", "windowHash", located, "importId")
    SELECT ${run.studyId}::uuid, id, key, content::jsonb, "contentHash", "focalKey", "targetKey", "windowHash", located,
      ${run.importId}::uuid
    FROM staged_items`);

  return { added, unchanged };
}

/** Faults where a key has other content in the study; takes what is there already out of the staging table. */
async function compareWithStored(bulk: Bulk, run: ImportRun, name: (file: number) => string): Promise<number> {
  const clashes = await bulk.rows<{ file: number; line: number; key: string; total: number }>(sql`
    SELECT s.file, s.line, s.key, count(*) OVER ()::int AS total
    FROM staged_items s JOIN "Item" i ON i."studyId" = ${run.studyId}::uuid AND i.key = s.key
    WHERE i."contentHash" <> s."contentHash" ORDER BY s.seq LIMIT ${SHOWN}`);
  for (const [i, clash] of clashes.entries()) {
    const reason = `The item "${clash.key}" is in this study with other content. Items do not change; give it another key.`;
    const fault = { file: name(clash.file), line: clash.line, column: "key", reason };
    run.faults.add(fault, clash.file, i === 0 ? clash.total - clashes.length + 1 : 1);
  }

  return bulk.execute(sql`
    DELETE FROM staged_items s USING "Item" i
    WHERE i."studyId" = ${run.studyId}::uuid AND i.key = s.key AND i."contentHash" = s."contentHash"`);
}
