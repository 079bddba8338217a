import { forPrisma } from "@/lib/adjudication/settled-adjudications";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  type MappingRow,
  mappingOf,
  notBlocked,
  type StudyVersions,
  type VersionMapping,
} from "@/lib/studies/version-mapping";
import type { AbstainSource } from "./report-subject";
import type { VersionLabels } from "./wire";

const { sql } = Prisma;

/** How labels of all versions read in the one that is reported; null where each means what it says. */
export type LabelVersions = { own: VersionMapping; abstain: VersionMapping | null } | null;

/** `only`: labels of the target version alone. */
export function labelVersions(
  study: StudyVersions,
  question: string,
  abstainSource: AbstainSource | null,
  only: boolean,
): LabelVersions {
  const own = mappingOf(study, question, only);
  const abstain = abstainSource ? mappingOf(study, abstainSource.question, only) : null;
  if (!only && own.plain && (abstain?.plain ?? true)) return null;

  return { own, abstain };
}

type Scope = { question: string; categories: string[]; abstainSource: AbstainSource | null; versions: LabelVersions };

/** The table `category`: what a label `l` must say, and the place of its option. Undecided labels are not in it. */
export function categoryTable({ categories, abstainSource, versions }: Scope): Prisma.Sql {
  const code = new Map(categories.map((id, index) => [id, index + 1]));
  if (!versions) {
    return sql`SELECT * FROM unnest(${categories}::text[], ${[...code.values()]}::int[]) AS t(value, code)`;
  }
  const silent =
    versions.abstain?.rows.filter((row) => row.to !== null && abstainSource?.values.includes(row.to)) ?? [];
  const rows = [...versions.own.rows, ...silent].flatMap((row) => {
    const place = row.to === null ? undefined : code.get(row.to);
    return place === undefined ? [] : [{ ...row, place }];
  });

  return sql`SELECT * FROM unnest(${rows.map((row) => row.question)}::text[], ${rows.map((row) => row.version)}::int[],
    ${rows.map((row) => row.from)}::text[], ${rows.map((row) => row.place)}::int[]) AS t(question, version, value, code)`;
}

/** How a label `l` finds its row `c` of `category`. */
export function inCategory(versions: LabelVersions): Prisma.Sql {
  if (!versions) return sql`c.value = l.value`;

  return sql`c.question = l.question AND c.version = l."codebookVersion" AND c.value = l.value`;
}

/** The labels `l` of the reported question, under all its names, that stand. `where`: what else holds of them. */
export function ownLabels({ question, versions }: Scope, where: Prisma.Sql): Prisma.Sql {
  if (!versions) return sql`SELECT l.* FROM "Label" l WHERE l.question = ${question} AND ${where}`;
  const names = namesOf(versions.own.rows, question);
  const all = sql`FROM "Label" l WHERE l.question = ANY(${names}::text[]) AND ${where} AND ${forPrisma(notBlocked(versions.own))}`;
  if (names.length === 1) return sql`SELECT l.* ${all}`;

  // Said under two names, the newer counts.
  return sql`SELECT DISTINCT ON (l."roundId", l."itemId", l.unit, l."raterId") l.* ${all}
    ORDER BY l."roundId", l."itemId", l.unit, l."raterId", l."codebookVersion" DESC`;
}

export function namesOf(rows: readonly MappingRow[], question: string): string[] {
  return [...new Set([question, ...rows.map((row) => row.question)])];
}

/** People's labels in these rounds by codebook version: as they are, mapped, left out and why. Late ones are no part. */
export async function countVersions(
  ctx: ServiceContext,
  scope: { studyId: string; roundIds: string[]; mapping: VersionMapping },
): Promise<VersionLabels[]> {
  const { studyId, roundIds, mapping } = scope;
  const stands = forPrisma(notBlocked(mapping));
  const rows = await database(ctx).$queryRaw<
    { question: string; version: number; value: string; blocked: boolean; n: number }[]
  >`
    SELECT l.question, l."codebookVersion" AS version, l.value, NOT (${stands}) AS blocked, count(*)::int AS n
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = 'human'
    WHERE l."studyId" = ${studyId}::uuid AND l."roundId" = ANY(${roundIds}::uuid[]) AND NOT l.extra
      AND l.question = ANY(${namesOf(mapping.rows, mapping.question)}::text[]) GROUP BY 1, 2, 3, 4 ORDER BY 2`;
  const found = new Map<number, VersionLabels>();
  for (const { version, n, ...row } of rows) {
    const counts = found.get(version) ?? {
      version,
      asTheyAre: 0,
      mapped: 0,
      split: 0,
      dropped: 0,
      newer: 0,
      resting: 0,
    };
    found.set(version, counts);
    const says = mapping.rows.find(
      (entry) => entry.version === version && entry.question === row.question && entry.from === row.value,
    );
    if (row.blocked) counts.resting += n;
    else if (!says) counts.dropped += n;
    else if (says.to === null) counts[says.why ?? "dropped"] += n;
    else counts[says.to === row.value && says.question === mapping.question ? "asTheyAre" : "mapped"] += n;
  }

  return [...found.values()];
}
