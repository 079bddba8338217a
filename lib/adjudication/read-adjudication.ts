import type { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import { raterView } from "@/lib/codebooks/fields-for-rater";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { locate } from "@/lib/labels/serve-slots";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions, type StudyVersions } from "@/lib/studies/version-mapping";
import { adjudicableQuestions, adjudicableRounds, chosen, type EntryKey, readBasis } from "./internal";
import { readDecisions } from "./read-decisions";
import { judgesAmong, readSaid, toRaters } from "./read-said";
import { ItemInput } from "./schema";
import type { AdjudicationItem } from "./wire";

/**
 * One question on one item: what is read, what everyone said under pseudonyms, and what was decided. Judges are raters
 * among others until asked. Another adjudicator's decision is shown to who has decided too, or settles a difference.
 */
export async function readAdjudication(
  ctx: ServiceContext,
  input: z.input<typeof ItemInput>,
): Promise<AdjudicationItem> {
  const query = ItemInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator"]);
  const { studyId, itemId, unit } = query;
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const [question] = chosen(adjudicableQuestions(codebook), query.question, "This question");
  const [round] = chosen(await adjudicableRounds(ctx, studyId), query.roundId, "This round");
  if (!question || !round) throw notFound("This question");
  const study = await loadStudyVersions(ctx, studyId, version);
  const entry = { studyId, itemId, unit, question: question.id, roundId: round.id };
  const read = await withTransaction(ctx, (_, inside) => readAll(inside, entry, study), {
    isolationLevel: "RepeatableRead",
  });
  if (!read.item) throw notFound("This item");
  const { said, decisions, basisHash } = read;
  const judgeOnly = codebook.questions.flatMap(({ id, options }) =>
    options.flatMap((option) => (option.askedOf === "judge" ? [`${id} ${option.id}`] : [])),
  );
  const raters = toRaters(said, { question: question.id, showJudge: query.showJudge, judgeOnly });
  const given = new Set(raters.flatMap((rater) => (rater.extra || rater.value === null ? [] : [rater.value])));
  const values = new Set(decisions.standing.map((decision) => decision.value));
  const settling = decisions.standing.some((decision) => decision.settles);
  const open = values.size > 1 && !settling;
  const visible = decisions.own !== null || (query.settle && open);

  return {
    ...{ itemId, unit, roundId: round.id, round: round.name, key: read.item.key, question: question.id },
    codebookVersion: version,
    basisHash,
    fields: raterView(codebook, read.item.content as Record<string, unknown>, locate).fields,
    raters,
    judgeShown: query.showJudge && judgesAmong(said),
    disputed: question.options.filter((option) => given.has(option)),
    decisions: decisions.standing.length,
    mine: decisions.own !== null,
    differ: values.size > 1,
    settled: values.size > 0 && !open,
    stale: decisions.hashes.length > 0 && !decisions.hashes.includes(basisHash),
    own: decisions.own,
    others: visible ? decisions.standing.filter((decision) => decision.who !== "you") : null,
    history: decisions.history.filter((decision) => visible || decision.who === "you"),
  };
}

async function readAll(ctx: ServiceContext, entry: EntryKey, study: StudyVersions) {
  const { studyId, itemId } = entry;
  const item = await database(ctx).item.findUnique({
    where: { studyId_id: { studyId, id: itemId } },
    select: { key: true, content: true },
  });
  const said = await readSaid(ctx, entry, study);
  const decisions = await readDecisions(ctx, entry, study);

  return { item, said, decisions, basisHash: await readBasis(ctx, entry, study) };
}
