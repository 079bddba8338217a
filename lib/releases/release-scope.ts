import { IMPORTED_ADJUDICATOR, settledByRound } from "@/lib/adjudication/settled-adjudications";
import type { Snapshot } from "@/lib/db/snapshot";
import { join, type Sql, sql } from "@/lib/db/sql";
import type { VersionMapping } from "@/lib/studies/version-mapping";

/** What of a study a release holds: the labels of these rounds (judges' of any), and everything about all its items. */
export type ReleaseScope = {
  studyId: string;
  roundIds: string[];
  questions: string[];
  /** Of the questions that changed: how decisions read in the newest version. None in a patch, whose rows were read. */
  mappings: readonly VersionMapping[];
};

/**
 * Labels `l` of raters `r` in rounds `o` on items `i` that a release holds: answers and what is derived from them, none of
 * the reserved questions. Settled labels that came by an import are adjudications, not a rater's.
 */
export function labelsIn({ studyId, roundIds }: ReleaseScope): Sql {
  return sql`"Label" l
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
    JOIN "Item" i ON i."studyId" = l."studyId" AND i.id = l."itemId"
    WHERE l."studyId" = ${studyId}::uuid AND left(l.question, 1) <> '_'
      AND (r.kind = 'judge' OR l."roundId" = ANY(${roundIds}::uuid[]))
      AND NOT (r.kind = 'human' AND r."userId" IS NULL AND r.name IS NOT DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text)`;
}

/** Whether a label of `labelsIn` enters agreement and layers: not late, and of a place that is filled. */
export const COUNTED: Sql = sql`(r.kind = 'judge' OR (NOT l.extra AND NOT EXISTS (
  SELECT 1 FROM "Slot" t WHERE t."studyId" = l."studyId" AND t."roundId" = l."roundId" AND t."itemId" = l."itemId"
    AND t."raterId" = l."raterId" AND t.state <> 'filled')))`;

/** Each drawn item once: the stratum it was first drawn from in these rounds, and its chance over all of their draws. */
export function strataOf({ studyId, roundIds }: ReleaseScope): Sql {
  return sql`SELECT x."itemId", (array_agg(x.stratum ORDER BY p."createdAt", p.id))[1] AS stratum,
      CASE WHEN bool_or(x."inclusionProbability" >= 1) THEN 1
        ELSE 1 - exp(sum(ln(greatest(1 - x."inclusionProbability", 1e-300)))) END AS chance
    FROM "SampleItem" x JOIN "Sample" p ON p."studyId" = x."studyId" AND p.id = x."sampleId"
    WHERE x."studyId" = ${studyId}::uuid AND p."roundId" = ANY(${roundIds}::uuid[]) GROUP BY 1`;
}

/**
 * What was adjudicated, of all questions; what came by an import among it. Decisions on a question that changed are read
 * in the newest version before they are compared, and bear its number: their value is one of its options.
 */
export function settledIn({ studyId, roundIds, questions, mappings }: ReleaseScope): Sql {
  const each = questions.map((question) => {
    const mapping = mappings.find((one) => one.question === question);
    const settled = settledByRound({ studyId, roundIds, question, ...(mapping && { mapping }) });
    const version = mapping ? sql`${mapping.target}::int` : sql`q."codebookVersion"`;

    return sql`SELECT ${question}::text AS question, q."itemId", q.unit, q."roundId", q.value, q.decided, q.reason,
      q.adjudicators, ${version} AS "codebookVersion" FROM (${settled}) q`;
  });

  return join(each, sql` UNION ALL `);
}

/** The release's rounds: those named, else all but practice; with those that its layers rest on. */
export async function scopeOf(
  snapshot: Snapshot,
  studyId: string,
  wanted: {
    rounds: readonly string[];
    layerRoundIds: readonly string[];
    questions: readonly string[];
    mappings: readonly VersionMapping[];
  },
): Promise<ReleaseScope> {
  const rows = await snapshot.rows<{ id: string }>(sql`SELECT id FROM "Round"
    WHERE "studyId" = ${studyId}::uuid AND purpose <> 'corpus' AND (id = ANY(${[...wanted.layerRoundIds]}::uuid[])
      OR CASE WHEN ${wanted.rounds.length}::int = 0 THEN purpose <> 'practice' ELSE name = ANY(${[...wanted.rounds]}::text[]) END)
    ORDER BY id`);

  const { questions, mappings } = wanted;

  return { studyId, roundIds: rows.map((row) => row.id), questions: [...questions], mappings };
}
