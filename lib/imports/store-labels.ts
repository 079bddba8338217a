import type { Bulk } from "@/lib/db/copy";
import { type Sql, sql } from "@/lib/db/sql";
import { ensureRaters, type RaterSpec } from "./ensure-raters";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";

const SHOWN = 100;

const COLUMNS = [
  ...["seq", "file", "line", "key", "rater", "question", "value", "derived"],
  ...["confidence", "probability", "rationale", "keyPhrase", "note", "counts"],
] as const;

type Rows = Parameters<Bulk["copyInto"]>[2];

/** Puts rows, as they come, where `storeLabels` finds them. `counts`: false for what follows from other labels. */
export async function stageLabels(bulk: Bulk, rows: Rows): Promise<void> {
  await bulk.execute(sql`
    CREATE TEMPORARY TABLE staged_labels (seq integer, file integer, line integer, key text, rater text, question text,
      value text, derived boolean, confidence text, probability double precision, rationale text, "keyPhrase" text,
      note text, counts boolean) ON COMMIT DROP`);
  await bulk.copyInto("staged_labels", COLUMNS, rows);
  await bulk.execute(sql`ANALYZE staged_labels (seq, key, rater, question)`);
}

export type LabelTarget = {
  codebookVersion: number;
  rater: RaterSpec;
  /** Finds or makes the round; called when the labels themselves are without fault. */
  round: (bulk: Bulk) => Promise<string>;
};

type Place = { file: number; line: number; total: number };
type Clash = Place & { key: string; rater: string; question: string; value: string; other: string };

/**
 * Checks the staged labels against each other, against the study's items and against the labels that are there, then
 * stores the new ones. Labels derived from others are not counted.
 */
export async function storeLabels(
  bulk: Bulk,
  run: ImportRun,
  files: readonly ImportFile[],
  target: LabelTarget,
): Promise<{ added: number; unchanged: number; raters: string[] }> {
  const report = <R extends Place>(rows: readonly R[], say: (row: R) => { column: string; reason: string }) => {
    for (const [i, row] of rows.entries()) {
      const place = { file: files[row.file]?.name ?? "", line: row.line };
      run.faults.add({ ...place, ...say(row) }, row.file, i === 0 ? row.total - rows.length + 1 : 1);
    }
    return rows.length;
  };
  // One import at a time compares and stores in a study; what the other one stored is then seen here.
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('imports:' || ${run.studyId}, 0))::text`);
  report(await unknownKeys(bulk, run), ({ key, rows }) => ({
    column: "key",
    reason: `No item of this study has the key "${key}"${rows > 1 ? ` (${rows} records)` : ""}.`,
  }));
  report(await dropRepeats(bulk, run), (row) => ({
    column: row.question,
    reason: `"${row.rater}" labels "${row.key}" twice: ${contrast(row, `in line ${row.firstLine}`)}.`,
  }));
  if (run.faults.total > 0) return { added: 0, unchanged: 0, raters: [] };

  const raters = await ensureRaters(bulk, run, target.rater);
  if (run.faults.total > 0) return { added: 0, unchanged: 0, raters };
  const roundId = await target.round(bulk);
  const stored = storedBefore(run.studyId, roundId);
  const clashes = await firstOf((differ) =>
    bulk.rows<Clash>(sql`
      SELECT s.file, s.line, s.key, s.rater, s.question, s.value, l.value AS other, count(*) OVER ()::int AS total
      FROM ${stored} WHERE ${differ} ORDER BY s.seq LIMIT ${SHOWN}`),
  );
  const way = target.rater.kind === "judge" ? "Give this run a name of its own." : "Import it into another round.";
  report(clashes, (row) => ({
    column: row.question,
    reason: `"${row.rater}" has labelled "${row.key}" before: ${contrast(row, "in the study")}. ${way}`,
  }));
  if (run.faults.total > 0) return { added: 0, unchanged: 0, raters };

  const [counts] = await bulk.rows<{ all: number; same: number; there: number }>(sql`
    SELECT a.n AS all, b.same, b.there FROM (SELECT count(*)::int AS n FROM staged_labels WHERE counts) a,
      (SELECT count(*) FILTER (WHERE s.counts)::int AS same, count(*)::int AS there FROM ${stored}) b`);
  if ((counts?.there ?? 0) > 0) {
    await bulk.execute(sql`DELETE FROM staged_labels WHERE seq IN (SELECT s.seq FROM ${stored})`);
  }
  await bulk.execute(sql`
    INSERT INTO "Label" ("studyId", "roundId", "itemId", "raterId", question, value, derived, origin, confidence,
      probability, rationale, "keyPhrase", note, "importId", "codebookVersion")
    SELECT ${run.studyId}::uuid, ${roundId}::uuid, i.id, t.id, s.question, s.value, s.derived, 'imported', s.confidence,
      s.probability, s.rationale, s."keyPhrase", s.note, ${run.importId}::uuid, ${target.codebookVersion}::int
    FROM staged_labels s
    JOIN "Item" i ON i."studyId" = ${run.studyId}::uuid AND i.key = s.key
    JOIN import_raters t ON t.name = s.rater`);
  const all = counts?.all ?? 0;
  const unchanged = counts?.same ?? 0;

  return { added: all - unchanged, unchanged, raters };
}

function unknownKeys(bulk: Bulk, run: ImportRun): Promise<(Place & { key: string; rows: number })[]> {
  return bulk.rows(sql`
    SELECT s.file, s.line, u.key, u.rows, u.total FROM (
      SELECT s.key, min(s.seq) AS seq, count(DISTINCT (s.file, s.line))::int AS rows, count(*) OVER ()::int AS total
      FROM staged_labels s
      WHERE NOT EXISTS (SELECT 1 FROM "Item" i WHERE i."studyId" = ${run.studyId}::uuid AND i.key = s.key)
      GROUP BY s.key ORDER BY 2 LIMIT ${SHOWN}
    ) u JOIN staged_labels s ON s.seq = u.seq ORDER BY u.seq`);
}

/** The same label twice counts once; two different ones are faults. */
async function dropRepeats(bulk: Bulk, run: ImportRun): Promise<(Clash & { firstLine: number })[]> {
  const repeats = await bulk.execute(sql`
    CREATE TEMPORARY TABLE repeated_labels ON COMMIT DROP AS
    SELECT key, rater, question, min(seq) AS seq FROM staged_labels GROUP BY 1, 2, 3 HAVING count(*) > 1`);
  if (repeats === 0) return [];
  const clashes = await firstOf((differ) =>
    bulk.rows<Clash & { firstLine: number }>(sql`
      SELECT s.file, s.line, s.key, s.rater, s.question, s.value, l.value AS other, l.line AS "firstLine",
        count(*) OVER ()::int AS total
      FROM staged_labels s JOIN repeated_labels r USING (key, rater, question) JOIN staged_labels l ON l.seq = r.seq
      WHERE s.seq <> r.seq AND ${differ} ORDER BY s.seq LIMIT ${SHOWN}`),
  );
  const dropped = await bulk.execute(sql`
    DELETE FROM staged_labels s USING repeated_labels r
    WHERE (s.key, s.rater, s.question) = (r.key, r.rater, r.question) AND s.seq <> r.seq`);
  if (clashes.length === 0) run.notices.counted(dropped, "Labels that stood before, word for word, and count once");

  return clashes;
}

/** Labels staged (s) beside those that the same rater has given in this round already (l). */
function storedBefore(studyId: string, roundId: string): Sql {
  return sql`staged_labels s
    JOIN "Item" i ON i."studyId" = ${studyId}::uuid AND i.key = s.key
    JOIN import_raters t ON t.name = s.rater
    JOIN "Label" l ON l."studyId" = ${studyId}::uuid AND l."roundId" = ${roundId}::uuid AND l."itemId" = i.id
      AND l.unit = '' AND l."raterId" = t.id AND l.question = s.question`;
}

const said = sql`(s.counts AND (l.value, l.confidence, l.probability, l.rationale, l."keyPhrase", l.note)
  IS DISTINCT FROM (s.value, s.confidence, s.probability, s.rationale, s."keyPhrase", s.note))`;
const derived = sql`(NOT s.counts AND l.value <> s.value)`;

/** What follows from other labels differs because these do: it is told only where they do not. */
async function firstOf<R>(clashes: (differ: Sql) => Promise<R[]>): Promise<R[]> {
  const found = await clashes(said);

  return found.length > 0 ? found : clashes(derived);
}

/** What the two rows say, the later one first. */
function contrast(row: Clash, there: string): string {
  if (row.value === row.other) return `${row.question} is ${row.value} in both, with another confidence or other words`;

  return `${row.question} is ${row.value} here and ${row.other} ${there}`;
}
