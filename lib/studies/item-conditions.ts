import type { z } from "zod";
import { forPrisma } from "@/lib/adjudication/settled-adjudications";
import { Prisma } from "@/lib/db/generated/client";
import type { ListItemsInput } from "./schema";
import { type MappingRow, notBlocked, type VersionMapping } from "./version-mapping";

type Query = z.output<typeof ListItemsInput>;
const { sql, empty } = Prisma;

/** Whether the filter asks how labels of older codebook versions read, so that `itemConditions` needs the mapping. */
export function asksVersions({ filter }: Query): boolean {
  return filter === "split-since" || filter === "dropped-since" || filter === "derived-otherwise";
}

/** Conditions on `"Item" i` for the items table, each a fixed piece of SQL picked by an enum; values are parameters. */
export function itemConditions(query: Query, mapping: VersionMapping | null = null): Prisma.Sql {
  const { search, stratum } = query;
  const parts = [byFilter(query, mapping)];
  if (search) parts.push(sql`AND (i.key ILIKE ${like(search)} OR i.content::text ILIKE ${like(inJson(search))})`);
  if (stratum !== undefined) {
    parts.push(
      sql`AND EXISTS (SELECT 1 FROM "SampleItem" p WHERE p."studyId" = i."studyId" AND p."itemId" = i.id AND p.stratum = ${stratum})`,
    );
  }
  if (query.rater && query.value) parts.push(gave(query, query.rater, query.value));
  if (query.otherRater && query.otherValue) parts.push(gave(query, query.otherRater, query.otherValue));
  else if (query.otherValue) parts.push(sql`AND (${majority(query)}) = ${query.otherValue}`);

  return Prisma.join(parts, " ");
}

function like(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The text as it stands in jsonb's own text, where quotes and back-slashes are escaped. */
function inJson(search: string): string {
  return JSON.stringify(search).slice(1, -1);
}

/** Rounds that count: the one asked for, else all but practice. Named, so that the labels' key is used to its item. */
function rounds(query: Query): Prisma.Sql {
  return query.roundId
    ? sql`= ${query.roundId}::uuid`
    : sql`= ANY(ARRAY(SELECT o.id FROM "Round" o WHERE o."studyId" = ${query.studyId}::uuid AND o.purpose <> 'practice'))`;
}

function marked(query: Query, condition: Prisma.Sql): Prisma.Sql {
  return sql`AND EXISTS (SELECT 1 FROM "Label" l WHERE l."studyId" = i."studyId" AND l."roundId" ${rounds(query)}
    AND l."itemId" = i.id AND ${condition})`;
}

function labels(query: Query, kind: "human" | "judge"): Prisma.Sql {
  const question = query.question
    ? sql`AND l.question = ${query.question}`
    : sql`AND NOT l.derived AND left(l.question, 1) <> '_'`;
  // A judge's labels lie in the corpus round. Of people's, those of places not filled yet do not count.
  const round = kind === "judge" ? rounds({ ...query, roundId: undefined }) : rounds(query);
  const filled =
    kind === "judge"
      ? empty
      : sql`AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
          AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')`;

  return sql`FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind::text = ${kind}
    WHERE l."studyId" = i."studyId" AND l."roundId" ${round} AND l."itemId" = i.id AND NOT l.extra ${question} ${filled}`;
}

function majority(query: Query): Prisma.Sql {
  return sql`SELECT CASE WHEN count(*) FILTER (WHERE t.n = t.most) = 1 THEN max(t.value) FILTER (WHERE t.n = t.most) END
    FROM (SELECT l.value, count(*) AS n, max(count(*)) OVER () AS most ${labels(query, "human")} GROUP BY l.value) t`;
}

function gave(query: Query, rater: string, value: string): Prisma.Sql {
  return sql`AND EXISTS (SELECT 1 FROM "Label" l WHERE l."studyId" = i."studyId" AND l."roundId" ${rounds({ ...query, roundId: undefined })}
    AND l."itemId" = i.id AND l."raterId" = ${rater}::uuid AND l.question = ${query.question ?? ""} AND l.value = ${value} AND NOT l.extra)`;
}

/** Items with a person's label that the agreement report counts as left out for its codebook version: see countVersions. */
function leftOut(
  query: Query,
  mapping: VersionMapping | null,
  condition: (rows: MappingRow[]) => Prisma.Sql,
): Prisma.Sql {
  const rows = mapping?.rows ?? [];
  const names = [...new Set([query.question ?? "", ...rows.map((row) => row.question)])];

  return sql`AND EXISTS (SELECT 1 FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = 'human'
    WHERE l."studyId" = i."studyId" AND l."roundId" ${rounds(query)} AND l."itemId" = i.id AND NOT l.extra
      AND l.question = ANY(${names}::text[]) AND ${condition(rows)})`;
}

function isAmong(rows: readonly MappingRow[]): Prisma.Sql {
  return sql`(l.question, l."codebookVersion", l.value) IN (SELECT * FROM unnest(${rows.map((row) => row.question)}::text[],
    ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.from)}::text[]) AS t(question, version, value))`;
}

function byVersion(query: Query, mapping: VersionMapping | null): Prisma.Sql {
  const stands = mapping ? forPrisma(notBlocked(mapping)) : sql`true`;
  if (query.filter === "derived-otherwise") return leftOut(query, mapping, () => sql`NOT (${stands})`);
  const split = (rows: MappingRow[]) => isAmong(rows.filter((row) => row.why === "split"));
  if (query.filter === "split-since") return leftOut(query, mapping, (rows) => sql`${stands} AND ${split(rows)}`);
  // What is in no row stood in no version's options.
  const kept = (rows: MappingRow[]) => isAmong(rows.filter((row) => row.why !== "dropped"));

  return leftOut(query, mapping, (rows) => sql`${stands} AND NOT ${kept(rows)}`);
}

function byFilter(query: Query, mapping: VersionMapping | null): Prisma.Sql {
  switch (query.filter) {
    case "all":
      return empty;
    case "disagree":
      return sql`AND (SELECT count(*) FROM (SELECT l.question ${labels(query, "human")} GROUP BY l.question HAVING count(DISTINCT l.value) > 1) d) > 0`;
    case "judge-differs":
      return sql`AND (${majority(query)}) <> ANY(ARRAY(SELECT l.value ${labels(query, "judge")}))`;
    case "labelled":
      return sql`AND EXISTS (SELECT 1 ${labels(query, "human")})`;
    case "unlabelled":
      return sql`AND NOT EXISTS (SELECT 1 ${labels(query, "human")})`;
    case "not-located":
      return sql`AND i.located = false`;
    case "flagged":
      return marked(query, sql`l.question = '_flag'`);
    case "skipped":
      return marked(query, sql`l.question = '_skip'`);
    case "drawn":
      return sql`AND EXISTS (SELECT 1 FROM "SampleItem" p JOIN "Sample" q ON q."studyId" = p."studyId" AND q.id = p."sampleId"
        WHERE p."studyId" = i."studyId" AND p."itemId" = i.id AND q."roundId" ${rounds(query)})`;
    case "served":
      return sql`AND EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = i."studyId" AND s."itemId" = i.id
        AND s."roundId" ${rounds(query)} AND s."servedAt" IS NOT NULL)`;
    case "extra":
      return marked(query, sql`l.extra ${query.question ? sql`AND l.question = ${query.question}` : empty}`);
    case "imported":
      return sql`AND EXISTS (SELECT 1 ${labels(query, "human")} AND l.origin = 'imported')`;
    case "tie":
      return sql`AND EXISTS (SELECT 1 ${labels(query, "human")}) AND (${majority(query)}) IS NULL`;
    case "split-since":
    case "dropped-since":
    case "derived-otherwise":
      return byVersion(query, mapping);
    case "other-version":
      return leftOut(query, null, () => sql`l."codebookVersion" <> ${query.version ?? 0}`);
    case "paired":
      return sql`AND (SELECT count(DISTINCT l."raterId") ${labels(query, "human")}) > 1`;
  }
}
