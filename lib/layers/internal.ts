import { requireRole } from "@/lib/auth/require-role";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Snapshot } from "@/lib/db/snapshot";
import { type Sql, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { decide } from "./decide";
import type { LayerQuery } from "./schema";
import type { LayerLabel, LayerRow } from "./wire";

export type ResolvedLayer = {
  query: LayerQuery;
  question: string;
  options: string[];
  roundIds: string[];
  codebookVersion: number;
  judge: { id: string; name: string } | null;
};

/** Who may see layers; and the question, options, rounds and judge that a layer rests on, checked. */
export async function resolveLayer(ctx: ServiceContext, query: LayerQuery): Promise<ResolvedLayer> {
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator", "auditor"]);
  const { studyId } = query;
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const { question, options } = findQuestion(codebook, query.question);
  const db = database(ctx);
  const rounds = await db.round.findMany({
    where: { studyId, purpose: { notIn: ["corpus", "practice"] }, ...(query.roundId && { id: query.roundId }) },
    select: { id: true },
  });
  if (query.roundId && rounds.length === 0) throw notFound("This round");
  const judge = query.rule.kind === "judge" ? await findJudge(ctx, studyId, query.rule.judgeId) : null;

  return { query, question, options, roundIds: rounds.map((round) => round.id), codebookVersion: version, judge };
}

export async function findJudge(
  ctx: ServiceContext,
  studyId: string,
  judgeId: string,
): Promise<{ id: string; name: string }> {
  const row = await database(ctx).rater.findFirst({
    where: { studyId, id: judgeId, kind: "judge" },
    select: { id: true, name: true, pseudonym: true },
  });
  if (!row) throw notFound("This judge");

  return { id: row.id, name: row.name ?? row.pseudonym };
}

function findQuestion(codebook: Codebook, id: string | undefined): { question: string; options: string[] } {
  const wanted = id ?? codebook.questions[0]?.id;
  const found = [...codebook.questions, ...codebook.derived].find((entry) => entry.id === wanted);
  if (!found) throw notFound("This question");

  return { question: found.id, options: found.options.map((option) => option.id) };
}

/** Labels that a layer may rest on: of filled slots, not late; people's under majority, the judge's under judge. */
function eligible(layer: ResolvedLayer): Sql {
  const { studyId } = layer.query;
  if (layer.judge)
    return sql`l."studyId" = ${studyId}::uuid AND l.question = ${layer.question} AND l."raterId" = ${layer.judge.id}::uuid`;

  return sql`l."studyId" = ${studyId}::uuid AND l.question = ${layer.question} AND r.kind = 'human' AND NOT l.extra
    AND l."roundId" = ANY(${layer.roundIds}::uuid[])
    AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
      AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')`;
}

type StoredRow = { key: string; focal: string | null; target: string | null; labels: LayerLabel[] | null };

/** All items of the study in key order, in pages from one snapshot, each with its decided label and provenance. */
export async function* layerRows(snapshot: Snapshot, layer: ResolvedLayer): AsyncGenerator<LayerRow[]> {
  const statement = sql`
    SELECT i.key, i."focalKey" AS focal, i."targetKey" AS target, b.labels
    FROM "Item" i LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('rater', r.pseudonym, 'value', l.value, 'round', o.name, 'origin', l.origin,
        'codebookVersion', l."codebookVersion", 'confidence', l.confidence, 'probability', l.probability)
        ORDER BY r.pseudonym, o.name) AS labels
      FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
      WHERE l."itemId" = i.id AND l.unit = '' AND ${eligible(layer)}) b ON true
    WHERE i."studyId" = ${layer.query.studyId}::uuid ORDER BY i.key`;
  for await (const page of snapshot.pages<StoredRow>(statement, 1000)) {
    yield page.map(({ labels, ...row }) => ({
      ...row,
      ...decide(layer.query.rule.kind, labels ?? []),
      labels: labels ?? [],
    }));
  }
}
