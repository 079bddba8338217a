import { requireRole } from "@/lib/auth/require-role";
import { conditionReferences } from "@/lib/codebooks/condition-references";
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
  /** Without those that only judges may give: UNSURE is an answer, but no label. */
  options: string[];
  judgeOnly: string[];
  /** Whose rows hold a judge's probability: the question itself, then what a derived label rests on. */
  sources: string[];
  roundIds: string[];
  codebookVersion: number;
  judge: { id: string; name: string } | null;
};

/** Who may see layers; and the question, options, rounds and judge that a layer rests on, checked. */
export async function resolveLayer(ctx: ServiceContext, query: LayerQuery): Promise<ResolvedLayer> {
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator", "auditor"]);
  const { studyId } = query;
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const subject = findQuestion(codebook, query.question);
  const db = database(ctx);
  const judge = query.rule.kind === "judge" ? await findJudge(ctx, studyId, query.rule.judgeId) : null;
  if (query.roundId && (await db.round.count({ where: { studyId, id: query.roundId } })) === 0)
    throw notFound("This round");
  const rounds = await db.round.findMany({
    // A judge's labels lie in the corpus round, whichever round people's labels are asked of.
    where: judge
      ? { studyId }
      : { studyId, purpose: { notIn: ["corpus", "practice"] }, ...(query.roundId && { id: query.roundId }) },
    select: { id: true },
  });

  return { query, ...subject, roundIds: rounds.map((round) => round.id), codebookVersion: version, judge };
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

type LayerSubject = Pick<ResolvedLayer, "question" | "options" | "judgeOnly" | "sources">;

function findQuestion(codebook: Codebook, id: string | undefined): LayerSubject {
  const wanted = id ?? codebook.questions[0]?.id;
  const question = codebook.questions.find((entry) => entry.id === wanted);
  if (question) {
    const ids = (judges: boolean) =>
      question.options.filter((option) => (option.askedOf === "judge") === judges).map((option) => option.id);

    return { question: question.id, options: ids(false), judgeOnly: ids(true), sources: [question.id] };
  }
  const derived = codebook.derived.find((entry) => entry.id === wanted);
  if (!derived) throw notFound("This question");
  const { rule } = derived;
  const bases =
    "map" in rule
      ? [rule.map.question]
      : conditionReferences(rule.when).flatMap(({ kind, id: name }) => (kind === "question" ? [name] : []));

  return {
    question: derived.id,
    options: derived.options.map((option) => option.id),
    judgeOnly: [],
    sources: [derived.id, ...bases],
  };
}

/** Labels `l` of raters `r` that a layer may rest on: of filled slots, not late; people's under majority, the judge's under judge. */
export function eligible(layer: ResolvedLayer): Sql {
  const { studyId } = layer.query;
  const scope = sql`l."studyId" = ${studyId}::uuid AND l."roundId" = ANY(${layer.roundIds}::uuid[])
    AND l.question = ${layer.question} AND l.unit = ''`;
  if (layer.judge) return sql`${scope} AND l."raterId" = ${layer.judge.id}::uuid`;

  return sql`${scope} AND r.kind = 'human' AND NOT l.extra
    AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
      AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')`;
}

type StoredRow = { key: string; focal: string | null; target: string | null; labels: LayerLabel[] | null };

/** All items of the study in key order, in pages from one snapshot, each with its decided label and provenance. */
export async function* layerRows(snapshot: Snapshot, layer: ResolvedLayer): AsyncGenerator<LayerRow[]> {
  const statement = sql`
    SELECT i.key, i."focalKey" AS focal, i."targetKey" AS target, b.labels
    FROM "Item" i LEFT JOIN (
      SELECT l."itemId", json_agg(json_build_object('rater', r.pseudonym, 'value', l.value, 'round', o.name, 'origin', l.origin,
        'codebookVersion', l."codebookVersion", 'confidence', l.confidence, 'probability', l.probability)
        ORDER BY r.pseudonym COLLATE "C", o.name COLLATE "C") AS labels
      FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
      WHERE ${eligible(layer)} GROUP BY 1) b ON b."itemId" = i.id
    WHERE i."studyId" = ${layer.query.studyId}::uuid ORDER BY i.key COLLATE "C"`;
  await joinWhole(snapshot);
  for await (const page of snapshot.pages<StoredRow>(statement, 1000)) {
    yield page.map(({ labels, ...row }) => ({
      ...row,
      ...decide(layer.query.rule.kind, labels ?? [], layer.judgeOnly),
      labels: labels ?? [],
    }));
  }
}

/**
 * Whole tables are joined here, never row by row: right after a large import the planner knows no counts yet, and would
 * take a nested loop that needs minutes for what takes a second.
 */
export async function joinWhole(snapshot: Snapshot): Promise<void> {
  await snapshot.rows(sql`SELECT set_config('enable_nestloop', 'off', true)`);
}
