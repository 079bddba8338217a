import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { ServiceContext } from "@/lib/context";
import type { Bulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { identifier, type Sql, sql } from "@/lib/db/sql";
import type { Row } from "@/lib/release-files/columns";
import type { Manifest } from "@/lib/release-files/manifest";
import { readJsonl } from "@/lib/release-files/read-rows";
import { loadStudyVersions, mappingOf, type StudyVersions } from "@/lib/studies/version-mapping";
import { fileBytes } from "./internal";

/** The finished release that a patch repeats. */
export type PatchBase = { studyId: string; releaseId: string; manifest: Manifest };

/**
 * Lets everything that reads through this connection see the study as a finished release has it, less what was withdrawn
 * since, and nothing newer: temporary tables stand before the study's own under the same names until the transaction
 * ends. Their rows are those of the release's stored files whose answer, decision or item is still there. Answers how
 * many of the release's own answers were withdrawn.
 */
export async function viewAsReleased(ctx: ServiceContext, bulk: Bulk, base: PatchBase): Promise<number> {
  const { studyId, manifest } = base;
  await bulk.stage(
    "released_item",
    { item: "text" },
    rowsOf(ctx, base, "items.jsonl", ({ item }) => [text(item)]),
  );
  await bulk.stage(
    "released_label",
    {
      ...{ item: "text", unit: "text", question: "text", round: "text", rater: "text", value: "text" },
      ...{ derived: "boolean", counted: "boolean", origin: "text", version: "integer", confidence: "text" },
      ...{ probability: "real", at: "time", note: "text" },
    },
    rowsOf(ctx, base, "labels.jsonl", (row) => [
      ...[text(row.item), text(row.unit), text(row.question), text(row.round), text(row.rater), text(row.value)],
      ...[row.derived === true, row.counted === true, text(row.origin), Number(row.codebook_version)],
      ...[text(row.confidence), row.probability === null ? null : Number(row.probability), text(row.at)],
      text(row.note),
    ]),
  );
  await bulk.stage(
    "released_decision",
    {
      ...{ item: "text", unit: "text", question: "text", round: "text", value: "text", settled: "text" },
      ...{ reason: "text", adjudicators: "integer", version: "integer" },
    },
    rowsOf(ctx, base, "adjudications.jsonl", (row) => [
      ...[text(row.item), text(row.unit), text(row.question), text(row.round), text(row.value), text(row.settled)],
      ...[text(row.reason), Number(row.adjudicators), Number(row.codebook_version)],
    ]),
  );
  for (const table of ["Item", "Label", "Adjudication", "Slot", "Sample", "LabelEvent"] as const)
    await shadow(bulk, table);
  await bulk.execute(sql`INSERT INTO pg_temp."Item" SELECT i.* FROM public."Item" i
    JOIN released_item s ON s.item = i.key WHERE i."studyId" = ${studyId}::uuid`);
  await bulk.execute(sql`
    INSERT INTO pg_temp."Label" ("studyId", "roundId", "itemId", unit, "raterId", question, value, derived, extra, origin, note,
      confidence, probability, "opId", "importId", at, "codebookVersion")
    SELECT l."studyId", l."roundId", l."itemId", l.unit, l."raterId", l.question, s.value, s.derived, NOT s.counted,
      s.origin::"LabelOrigin", s.note, s.confidence, s.probability, l."opId", l."importId", coalesce(s.at, l.at), s.version
    FROM released_label s JOIN pg_temp."Item" i ON i.key = s.item
    JOIN public."Round" o ON o."studyId" = ${studyId}::uuid AND o.name = s.round
    JOIN public."Rater" r ON r."studyId" = ${studyId}::uuid AND r.pseudonym = s.rater
    JOIN public."Label" l ON l."studyId" = ${studyId}::uuid AND l."roundId" = o.id AND l."itemId" = i.id AND l.unit = s.unit
      AND l."raterId" = r.id AND l.question = s.question`);
  await decisions(bulk, base, await loadStudyVersions(ctx, studyId));
  // A draw that came later is none of the release's.
  const draws = manifest.samples.length;
  await bulk.execute(sql`INSERT INTO pg_temp."Sample" SELECT p.* FROM public."Sample" p
    JOIN public."Round" o ON o."studyId" = p."studyId" AND o.id = p."roundId"
    WHERE p."studyId" = ${studyId}::uuid AND o.name = ANY(${[...new Set(manifest.samples.map((one) => one.round))]}::text[])
    ORDER BY p."createdAt", p.id LIMIT ${draws}`);
  for (const table of ["Item", "Label", "Adjudication"]) await bulk.execute(sql`ANALYZE ${identifier(table)}`);
  const [gone] = await bulk.rows<{ n: number }>(sql`
    SELECT (SELECT count(*) FROM released_label WHERE NOT derived)::int -
      (SELECT count(*) FROM "Label" l JOIN public."Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
        WHERE NOT l.derived AND r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text)::int AS n`);

  return gone?.n ?? 0;
}

/** An empty table of the connection's own under the name of one of the study's, with its columns and indexes. */
async function shadow(bulk: Bulk, table: string): Promise<void> {
  const name = identifier(table);
  await bulk.execute(sql`CREATE TEMPORARY TABLE ${name}
    (LIKE public.${name} INCLUDING DEFAULTS INCLUDING INDEXES) ON COMMIT DROP`);
}

/** Who decided is in no release: as many as there were, who say what was settled, or differ where it was left open. */
async function decisions(bulk: Bulk, { studyId, manifest }: PatchBase, versions: StudyVersions): Promise<void> {
  const { names, options } = askedAs(versions);
  const other = (place: Sql) => sql`(SELECT (array_agg(o.value ORDER BY o.place))[${place}] FROM (${options}) o
    WHERE o.question = s.question AND o.version = s.version AND o.value IS DISTINCT FROM s.value)`;
  await bulk.execute(sql`
    INSERT INTO pg_temp."Adjudication" ("studyId", "roundId", "itemId", unit, question, "userId", value, reason, settles,
      "basisHash", "opId", at, "codebookVersion")
    SELECT ${studyId}::uuid, o.id, i.id, s.unit, s.question, gen_random_uuid(),
      CASE WHEN s.value IS NOT NULL AND (s.settled = 'unanimous' OR n = 1) THEN s.value
        ELSE coalesce(${other(sql`1 + (n - 1) % 2`)}, ${other(sql`1`)}, '~' || n) END,
      coalesce(s.reason, 'genuinely_ambiguous')::"AdjudicationReason", s.settled = 'settling' AND n = 1, '', gen_random_uuid(),
      ${manifest.snapshot.at}::timestamptz, s.version
    FROM released_decision s JOIN pg_temp."Item" i ON i.key = s.item
    JOIN public."Round" o ON o."studyId" = ${studyId}::uuid AND o.name = s.round
    CROSS JOIN generate_series(1, s.adjudicators) n
    WHERE s.settled <> 'imported' AND EXISTS (SELECT 1 FROM public."Adjudication" d WHERE d."studyId" = ${studyId}::uuid
      AND d."roundId" = o.id AND d."itemId" = i.id AND d.unit = s.unit
      AND (d.question = s.question OR (s.question, d.question) IN (${names})))`);
  await bulk.execute(sql`
    INSERT INTO pg_temp."Label" ("studyId", "roundId", "itemId", unit, "raterId", question, value, origin, at, "codebookVersion")
    SELECT DISTINCT ON (i.id, s.unit, s.question, o.id) l."studyId", l."roundId", l."itemId", l.unit, l."raterId",
      s.question, s.value, l.origin, least(l.at, ${manifest.snapshot.at}::timestamptz), s.version
    FROM released_decision s JOIN pg_temp."Item" i ON i.key = s.item
    JOIN public."Round" o ON o."studyId" = ${studyId}::uuid AND o.name = s.round
    JOIN public."Rater" r ON r."studyId" = ${studyId}::uuid AND r.kind = 'human' AND r.name = ${IMPORTED_ADJUDICATOR}::text
    JOIN public."Label" l ON l."studyId" = ${studyId}::uuid AND l."roundId" = o.id AND l."itemId" = i.id AND l.unit = s.unit
      AND l."raterId" = r.id AND (l.question = s.question OR (s.question, l.question) IN (${names}))
    WHERE s.settled = 'imported'`);
}

/** Under which ids each question was ever asked, and each version's options: (question, asked), (question, version, value, place). */
function askedAs(study: StudyVersions): { names: Sql; options: Sql } {
  const newest = study.versions.find((entry) => entry.version === study.target)?.codebook;
  const ids = [...(newest?.questions ?? []), ...(newest?.derived ?? [])].map((entry) => entry.id);
  const rows = ids.flatMap((question) => mappingOf(study, question).rows.map((row) => ({ ...row, id: question })));
  const own = rows.filter((row) => row.question === row.id && row.to !== null);

  return {
    names: sql`SELECT * FROM unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.question)}::text[])`,
    options: sql`SELECT * FROM unnest(${own.map((row) => row.question)}::text[], ${own.map((row) => row.version)}::int[],
      ${own.map((row) => row.from)}::text[], ${own.map((_, place) => place)}::int[]) AS t(question, version, value, place)`,
  };
}

async function* rowsOf(
  ctx: ServiceContext,
  base: PatchBase,
  path: string,
  values: (row: Row) => CopyValue[],
): AsyncGenerator<CopyValue[]> {
  for await (const page of readJsonl(path, fileBytes(ctx, { ...base, path })))
    for (const row of page) yield values(row);
}

function text(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}
