import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import type { ResolvedLayer } from "./internal";

/** A (focal, candidate) edge as MUSES releases it: rhetoric_labels_paper_level. */
export type Edge = {
  focal: bigint;
  candidate: bigint;
  mentions: number;
  rootMentions: number;
  maxRootProbability: number | null;
  /** 1, 0, or null where no item of the edge has a label. */
  rootLabel: number | null;
};

type Stored = {
  focal: string;
  candidate: string;
  mentions: number;
  root: number;
  labelled: number;
  probability: number | null;
};
type Rule = { positive: string; leastPositive: number; probabilityJudgeId: string | undefined };

/**
 * Edges in id order, in pages, from the same snapshot as the layer's rows. mentions counts all items of the edge;
 * rootMentions those whose layer label is the positive option; the edge is positive from `leastPositive` of them on.
 */
export async function* layerEdges(snapshot: Snapshot, layer: ResolvedLayer, rule: Rule): AsyncGenerator<Edge[]> {
  const { studyId } = layer.query;
  const labels = layer.judge
    ? sql`SELECT l."itemId", min(l.value) AS label FROM "Label" l WHERE l."studyId" = ${studyId}::uuid AND l.question = ${layer.question}
        AND l.unit = '' AND l."raterId" = ${layer.judge.id}::uuid GROUP BY 1`
    : sql`SELECT t."itemId", CASE WHEN count(*) FILTER (WHERE t.n = t.most) = 1 THEN max(t.value) FILTER (WHERE t.n = t.most) END AS label
        FROM (SELECT l."itemId", l.value, count(*) AS n, max(count(*)) OVER (PARTITION BY l."itemId") AS most
          FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = 'human'
          WHERE l."studyId" = ${studyId}::uuid AND l.question = ${layer.question} AND l.unit = '' AND NOT l.extra
            AND l."roundId" = ANY(${layer.roundIds}::uuid[])
            AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
              AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')
          GROUP BY 1, 2) t GROUP BY 1`;
  const probability = rule.probabilityJudgeId
    ? sql`SELECT p."itemId", max(p.probability) AS probability FROM "Label" p WHERE p."studyId" = ${studyId}::uuid
        AND p."raterId" = ${rule.probabilityJudgeId}::uuid AND p.probability IS NOT NULL GROUP BY 1`
    : sql`SELECT NULL::uuid AS "itemId", NULL::float8 AS probability WHERE false`;
  const statement = sql`
    WITH d AS (${labels}), p AS (${probability})
    SELECT i."focalKey" AS focal, i."targetKey" AS candidate, count(*)::int AS mentions,
      count(*) FILTER (WHERE d.label = ${rule.positive})::int AS root, count(d.label)::int AS labelled, max(p.probability) AS probability
    FROM "Item" i LEFT JOIN d ON d."itemId" = i.id LEFT JOIN p ON p."itemId" = i.id
    WHERE i."studyId" = ${studyId}::uuid GROUP BY 1, 2 ORDER BY length(i."focalKey"), 1, length(i."targetKey"), 2`;
  for await (const page of snapshot.pages<Stored>(statement, 5000))
    yield page.map((row) => toEdge(row, rule.leastPositive));
}

function toEdge(row: Stored, leastPositive: number): Edge {
  const id = /^-?\d{1,18}$/;
  if (!id.test(row.focal ?? "") || !id.test(row.candidate ?? "")) {
    throw new ServiceError(
      "unprocessable",
      `The edge ${row.focal} → ${row.candidate} has ids that are not whole numbers, which this Parquet layout needs. Export JSON lines or CSV instead.`,
    );
  }

  return {
    focal: BigInt(row.focal),
    candidate: BigInt(row.candidate),
    mentions: row.mentions,
    rootMentions: row.root,
    maxRootProbability: row.probability,
    rootLabel: row.labelled === 0 ? null : row.root >= leastPositive ? 1 : 0,
  };
}
