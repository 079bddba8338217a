import { Prisma } from "@/lib/db/generated/client";
import { type Sql, sql } from "@/lib/db/sql";
import { blockedRelation, mappingRelation, notBlocked, type VersionMapping } from "@/lib/studies/version-mapping";

/** An imported human rater of this name brings decisions that were made elsewhere; it is none of the raters. */
export const IMPORTED_ADJUDICATOR = "adjudicated";

export type SettledScope = {
  studyId: string;
  /** The rounds in which it was decided. */
  roundIds: readonly string[];
  /** A question's or a derived label's id: derived decisions are rows as well. */
  question: string;
  /** Only decisions under this version of the codebook; all where absent. */
  codebookVersion?: number | undefined;
  /** Decisions of all versions as one of them reads them; those that it leaves open are none. */
  mapping?: VersionMapping;
};

/** How it came about: all said the same; one knew the others' decisions and settled; brought by an import; still open. */
export type SettledBy = "unanimous" | "settling" | "imported" | "unsettled";

/** A row of `settledAdjudications`. */
export type SettledRow = {
  itemId: string;
  unit: string;
  /** Null where adjudicators differ and nobody settled it yet: no label, rather than one of theirs. */
  value: string | null;
  decided: SettledBy;
  /** How many people decided; 1 for an imported decision. */
  adjudicators: number;
  reason: string | null;
  at: Date;
  codebookVersion: number;
};

/** One row an item (and unit), over all rounds given. Of the studio's own decisions and imported ones the former win. */
export function settledAdjudications(scope: SettledScope): Sql {
  return settledBy(scope, sql`d."itemId", d.unit`);
}

/** The same for each round by itself: one row an item, unit and round, with `roundId` beside. */
export function settledByRound(scope: SettledScope): Sql {
  return settledBy(scope, sql`d."itemId", d.unit, d."roundId"`);
}

/** A fragment for statements that go through Prisma. */
export function forPrisma(fragment: Sql): Prisma.Sql {
  const { parts, values } = fragment.spliced();

  return Prisma.sql([...parts], ...values);
}

function settledBy(scope: SettledScope, key: Sql): Sql {
  return sql`SELECT ${key}, d.value, d.adjudicators, d.reason, d.at, d."codebookVersion",
      CASE WHEN NOT d.studio THEN 'imported' WHEN d.same THEN 'unanimous' WHEN d.value IS NULL THEN 'unsettled'
        ELSE 'settling' END AS decided
    FROM (SELECT ${key}, bool_or(d.studio) AS studio, count(DISTINCT d.value) FILTER (WHERE d.studio) = 1 AS same,
        CASE WHEN NOT bool_or(d.studio) THEN (array_agg(d.value ORDER BY d.at DESC, d.who))[1]
          WHEN count(DISTINCT d.value) FILTER (WHERE d.studio) = 1 THEN max(d.value) FILTER (WHERE d.studio)
          ELSE (array_agg(d.value ORDER BY d.at DESC, d.who) FILTER (WHERE d.settles))[1] END AS value,
        coalesce(nullif(count(DISTINCT d.who) FILTER (WHERE d.studio), 0), count(DISTINCT d.who))::int AS adjudicators,
        (array_agg(d.reason ORDER BY d.studio DESC, d.settles DESC, d.at DESC, d.who))[1] AS reason,
        coalesce(max(d.at) FILTER (WHERE d.studio), max(d.at)) AS at,
        coalesce(max(d."codebookVersion") FILTER (WHERE d.studio), max(d."codebookVersion")) AS "codebookVersion"
      FROM (${decisions(scope)}) d GROUP BY ${key}) d`;
}

function decisions({ studyId, roundIds, question, codebookVersion, mapping }: SettledScope): Sql {
  const version = codebookVersion === undefined ? sql`` : sql`AND x."codebookVersion" = ${codebookVersion}::int`;
  const named = mapping ? sql`true` : sql`x.question = ${question}::text`;
  const scope = sql`x."studyId" = ${studyId}::uuid AND x."roundId" = ANY(${roundIds}::uuid[]) AND ${named} ${version}`;
  const value = mapping ? sql`v."to" AS value` : sql`x.value`;
  const read = mapping
    ? sql`JOIN (${mappingRelation(mapping)}) v ON v.question = x.question AND v.version = x."codebookVersion"
        AND v.value = x.value AND v."to" IS NOT NULL`
    : sql``;
  const stands = mapping && mapping.blocked.length > 0 ? standing(mapping) : sql`true`;
  const importedStands = mapping ? notBlocked(mapping, sql`x`) : sql`true`;

  return sql`SELECT x."roundId", x."itemId", x.unit, ${value}, x."userId" AS who, x.settles, x.reason::text, x.at,
      x."codebookVersion", true AS studio
    FROM "Adjudication" x ${read} WHERE ${scope} AND ${stands}
    UNION ALL
    SELECT x."roundId", x."itemId", x.unit, ${value}, x."raterId", false, NULL, x.at, x."codebookVersion", false
    FROM "Label" x JOIN "Rater" r ON r."studyId" = x."studyId" AND r.id = x."raterId" ${read}
    WHERE ${scope} AND ${importedStands} AND r.kind = 'human' AND r.name = ${IMPORTED_ADJUDICATOR}::text AND r."userId" IS NULL`;
}

/** Of derived decisions: those whose own answer still says it. */
function standing(mapping: VersionMapping): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "Adjudication" y JOIN (${blockedRelation(mapping)}) b
      ON b.question = y.question AND b.version = y."codebookVersion" AND b.value = y.value
    WHERE y."studyId" = x."studyId" AND y."roundId" = x."roundId" AND y."itemId" = x."itemId" AND y.unit = x.unit
      AND y."userId" = x."userId" AND y."codebookVersion" = x."codebookVersion")`;
}
