import { createHash } from "node:crypto";
import type { Row } from "@/lib/db/connection";
import { join, type Sql, sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import type { FrameItem } from "./draw";
import type { SamplePlan, StratumSource } from "./schema";

/** What can run a read: a bulk transaction or a snapshot. */
export type Reader = { rows<R extends Row>(statement: Sql): Promise<R[]> };
export type Frame = { items: FrameItem[]; hash: string; roundPurpose: string; roundSeed: string };
type FieldKinds = ReadonlyMap<string, { of: string | null; given: string | null }>;

const NONE = "(none)";

/**
 * The items that a sample may draw from: those of the filter that this round has not drawn yet, sorted by key (bytes of
 * UTF-8). `hash` is the sha-256 over key and cell of each, so that the frame can be compared later.
 */
export async function loadFrame(reader: Reader, studyId: string, roundId: string, plan: SamplePlan): Promise<Frame> {
  const [round] = await reader.rows<{ purpose: string; seed: string; closed: boolean }>(sql`
    SELECT "purpose"::text, "seed", "closedAt" IS NOT NULL AS closed FROM "Round"
    WHERE "studyId" = ${studyId}::uuid AND "id" = ${roundId}::uuid AND "purpose" <> 'corpus'`);
  if (!round) throw new ServiceError("not_found", "This round does not exist, or you have no access to it.");
  if (round.closed) throw new ServiceError("conflict", "This round is closed. Open it again, or make another.");
  const from = await roundIds(reader, studyId, plan.filter.from);
  const notIn = await roundIds(reader, studyId, plan.filter.notIn);
  const counts = await countFields(reader, studyId);
  const { located, fields } = plan.filter;
  const conditions = [
    sql`i."studyId" = ${studyId}::uuid`,
    sql`NOT EXISTS (${drawnIn(sql`s."roundId" = ${roundId}::uuid`)})`,
    ...(from.length > 0 ? [sql`EXISTS (${drawnIn(sql`s."roundId" = ANY(${from}::uuid[])`)})`] : []),
    ...(notIn.length > 0 ? [sql`NOT EXISTS (${drawnIn(sql`s."roundId" = ANY(${notIn}::uuid[])`)})`] : []),
    // Raters have seen the right answers to practice items.
    ...(round.purpose === "practice" ? [] : [sql`NOT EXISTS (${drawnIn(sql`r."purpose" = 'practice'`)})`]),
    ...(located === undefined ? [] : [sql`coalesce(i."located", false) = ${located}`]),
    ...fields.map(({ field, is }) => sql`coalesce(${fieldText(field, counts)}, ${NONE}) = ANY(${is}::text[])`),
  ];
  const rows = await reader.rows<{ id: string; key: string; focalKey: string | null; windowHash: string | null }>(sql`
    SELECT i."id"::text, i."key", i."focalKey", i."windowHash" FROM "Item" i
    WHERE ${join(conditions, sql` AND `)} ORDER BY i."key" COLLATE "C"`);
  const cuts: Map<string, string>[] = [];
  for (const source of plan.strata) cuts.push(await valuesOf(reader, studyId, source, counts));

  const hash = createHash("sha256");
  const items = rows.map(({ key, ...item }) => {
    const cell = cuts.length === 0 ? "all" : cuts.map((cut) => cut.get(item.id) ?? NONE).join(" | ");
    hash.update(`${JSON.stringify([key, cell])}\n`);

    return { ...item, cell };
  });

  return { items, hash: hash.digest("hex"), roundPurpose: round.purpose, roundSeed: round.seed };
}

function drawnIn(which: Sql): Sql {
  return sql`SELECT 1 FROM "SampleItem" si
    JOIN "Sample" s ON s."studyId" = si."studyId" AND s."id" = si."sampleId"
    JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
    WHERE si."studyId" = i."studyId" AND si."itemId" = i."id" AND ${which}`;
}

async function roundIds(reader: Reader, studyId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await reader.rows<{ id: string; name: string }>(sql`
    SELECT "id"::text, "name" FROM "Round" WHERE "studyId" = ${studyId}::uuid AND "name" = ANY(${[...names]}::text[])`);
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw new ServiceError("bad_input", `This study has no round "${missing}".`);

  return rows.map((row) => row.id);
}

/** Counted fields are not stored in items: their parts, from the newest codebook. */
async function countFields(reader: Reader, studyId: string): Promise<FieldKinds> {
  const rows = await reader.rows<{ id: string; of: string | null; given: string | null }>(sql`
    SELECT f->>'id' AS id, f->>'of' AS of, f->>'given' AS given
    FROM (SELECT "content" FROM "Codebook" WHERE "studyId" = ${studyId}::uuid ORDER BY "version" DESC LIMIT 1) c,
         jsonb_array_elements(c."content"->'item'->'fields') f
    WHERE f->>'type' = 'count'`);

  return new Map(rows.map((row) => [row.id, { of: row.of, given: row.given }]));
}

function fieldText(field: string, counts: FieldKinds): Sql {
  const count = counts.get(field);
  if (!count) return sql`i."content"->>${field}::text`;

  return sql`coalesce(i."content"->>${count.given ?? ""}::text, CASE WHEN jsonb_typeof(i."content"->${count.of ?? ""}::text) = 'array'
    THEN jsonb_array_length(i."content"->${count.of ?? ""}::text)::text END)`;
}

async function valuesOf(
  reader: Reader,
  studyId: string,
  source: StratumSource,
  counts: FieldKinds,
): Promise<Map<string, string>> {
  if ("field" in source) {
    const rows = await reader.rows<{ id: string; value: string | null }>(sql`
      SELECT i."id"::text, ${fieldText(source.field, counts)} AS value FROM "Item" i WHERE i."studyId" = ${studyId}::uuid`);
    if (!rows.some((row) => row.value !== null)) {
      throw new ServiceError("bad_input", `No item has a value in the field "${source.field}".`);
    }

    return new Map(rows.map((row) => [row.id, row.value ?? NONE]));
  }
  if ("judges" in source) {
    const [first, second] = source.judges;
    const a = await judgeValues(reader, studyId, first, source.question, false);
    const b = await judgeValues(reader, studyId, second, source.question, false);
    const ids = new Set([...a.keys(), ...b.keys()]);

    return new Map([...ids].map((id) => [id, `${a.get(id) ?? NONE} × ${b.get(id) ?? NONE}`]));
  }

  return judgeValues(reader, studyId, source.judge, source.question, "confidence" in source);
}

async function judgeValues(
  reader: Reader,
  studyId: string,
  judge: string,
  question: string,
  confidence: boolean,
): Promise<Map<string, string>> {
  const rows = await reader.rows<{ id: string; value: string | null; confidence: string | null }>(sql`
    SELECT DISTINCT ON (l."itemId") l."itemId"::text AS id, l."value", l."confidence"
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r."id" = l."raterId"
    WHERE l."studyId" = ${studyId}::uuid AND l."question" = ${question} AND l."unit" = '' AND r."kind" = 'judge'
      AND (r."name" = ${judge} OR r."pseudonym" = ${judge})
    ORDER BY l."itemId", l."at" DESC`);
  if (rows.length === 0) {
    throw new ServiceError("bad_input", `The judge "${judge}" has no label for "${question}" in this study.`);
  }

  return new Map(rows.map((row) => [row.id, (confidence ? row.confidence : row.value) ?? NONE]));
}
