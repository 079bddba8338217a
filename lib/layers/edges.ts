import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { eligible, type ResolvedLayer } from "./internal";

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
  const labels = sql`SELECT t."itemId", CASE WHEN count(*) FILTER (WHERE t.n = t.most) = 1 THEN max(t.value) FILTER (WHERE t.n = t.most) END AS label
    FROM (SELECT l."itemId", l.value, count(*) AS n, max(count(*)) OVER (PARTITION BY l."itemId") AS most
      FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      WHERE ${eligible(layer)} AND l.value <> ALL(${layer.judgeOnly}::text[]) GROUP BY 1, 2) t GROUP BY 1`;
  // An UNSURE has a probability and no derived label: then the row it would be derived from speaks for it.
  const probability = rule.probabilityJudgeId
    ? sql`SELECT p."itemId", coalesce(max(p.probability) FILTER (WHERE p.question = ${layer.question}), max(p.probability)) AS probability
        FROM "Label" p WHERE p."studyId" = ${studyId}::uuid AND p.question = ANY(${layer.sources}::text[])
        AND p."raterId" = ${rule.probabilityJudgeId}::uuid AND p.probability IS NOT NULL GROUP BY 1`
    : sql`SELECT NULL::uuid AS "itemId", NULL::float8 AS probability WHERE false`;
  const statement = sql`
    WITH d AS (${labels}), p AS (${probability})
    SELECT i."focalKey" AS focal, i."targetKey" AS candidate, count(*)::int AS mentions,
      count(*) FILTER (WHERE d.label = ${rule.positive})::int AS root, count(d.label)::int AS labelled, max(p.probability) AS probability
    FROM "Item" i LEFT JOIN d ON d."itemId" = i.id LEFT JOIN p ON p."itemId" = i.id
    WHERE i."studyId" = ${studyId}::uuid GROUP BY 1, 2 ORDER BY i."focalKey"::bigint, i."targetKey"::bigint`;
  for await (const page of snapshot.pages<Stored>(statement, 5000))
    yield page.map((row) => toEdge(row, rule.leastPositive));
}

/** Refuses a study whose edges cannot stand in this layout, before the first byte. */
export async function checkEdges(snapshot: Snapshot, layer: ResolvedLayer): Promise<void> {
  const whole = "^(0|-?[1-9][0-9]{0,17})$";
  const [bad] = await snapshot.rows<{ key: string; focal: string | null; candidate: string | null }>(sql`
    SELECT i.key, i."focalKey" AS focal, i."targetKey" AS candidate FROM "Item" i WHERE i."studyId" = ${layer.query.studyId}::uuid
      AND (coalesce(i."focalKey", '') !~ ${whole} OR coalesce(i."targetKey", '') !~ ${whole}) ORDER BY i.key COLLATE "C" LIMIT 1`);
  if (!bad) return;
  throw new ServiceError(
    "unprocessable",
    `The item ${bad.key} leads from ${bad.focal ?? "nothing"} to ${bad.candidate ?? "nothing"}: this Parquet layout needs whole numbers. Export JSON lines or CSV instead.`,
  );
}

function toEdge(row: Stored, leastPositive: number): Edge {
  return {
    focal: BigInt(row.focal),
    candidate: BigInt(row.candidate),
    mentions: row.mentions,
    rootMentions: row.root,
    maxRootProbability: row.probability,
    rootLabel: row.labelled === 0 ? null : row.root >= leastPositive ? 1 : 0,
  };
}
