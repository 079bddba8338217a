import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole, requireUser } from "@/lib/auth/require-role";
import { standingAnswers } from "@/lib/codebooks/derive-labels";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions } from "@/lib/studies/version-mapping";
import { adjudicableQuestions, adjudicableRounds, chosen } from "./internal";
import { readSaid } from "./read-said";
import { type Decide, DecideInput } from "./schema";
import { agreedAnswers, decidedOnItem, type StoredDecision, standingOf } from "./standing-decisions";
import type { DecideAck } from "./wire";
import { writeDecision } from "./write-decision";

/**
 * One decision, revised decision or one taken back. Sent again with the same opId it gives the first acknowledgement
 * again. Event, standing decision, derived labels, to-do and audit event are written together.
 */
export async function decideAdjudication(ctx: ServiceContext, input: z.input<typeof DecideInput>): Promise<DecideAck> {
  const decision = DecideInput.parse(input);
  await requireRole(ctx, decision.studyId, ["researcher", "adjudicator"]);
  const userId = requireUser(ctx);
  checkWhole(decision);
  const { studyId, itemId } = decision;
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const study = await loadStudyVersions(ctx, studyId, version);

  return withTransaction(ctx, async (tx, inside) => {
    // Decisions on one item wait for each other: what settles depends on what stands.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('adjudication:' || ${studyId} || ${itemId}, 0))::text`;
    const replayed = await replay(tx, decision, userId);
    if (replayed) return replayed;
    const content = await contentOf(inside, decision, codebook);
    const said = await readSaid(inside, decision, study);
    const rows = await decidedOnItem(tx, decision, study);
    const here = rows.filter((row) => row.question === decision.question);
    const own = here.find((row) => row.userId === userId);
    refuseStale(decision, own);
    if (decision.value === null && !own) throw refusal("You have no decision here that could be taken back.");
    if (decision.value !== null && !own && !said.some((label) => label.question === decision.question))
      throw refusal("Nobody answered this question on this item in this round, so there is nothing to decide.");
    const settles = decision.value === null ? (own?.settles ?? false) : checkSettles(decision, here, own, userId);
    const agreed = agreedAnswers(said);
    checkValue(codebook, decision, { ...agreed, ...valuesOf(standingOf(rows, userId, settles)) }, content);
    const taskId = decision.guideline === null ? null : uuid7();
    await writeDecision(tx, { ...decision, settles, userId, codebook, version, study, content, agreed, taskId });
    const { question, reason, judgeShown } = decision;
    const action =
      decision.value === null ? "adjudication.undo" : settles ? "adjudication.settle" : "adjudication.decide";
    // The value stays out: another adjudicator who reads the log must not learn it before deciding.
    await recordAudit(tx, ctx, { studyId, action, subject: itemId, detail: { question, reason, judgeShown } });

    return { opId: decision.opId, taskId };
  });
}

function checkWhole({ value, reason, guideline }: Decide): void {
  if (value !== null && reason === null)
    throw new ServiceError("bad_input", "A decision needs its reason: why did the raters differ?");
  if (value === null && (reason !== null || guideline !== null))
    throw new ServiceError("bad_input", "Taking a decision back has no reason and no remark on the guideline.");
}

async function replay(tx: Transaction, decision: Decide, userId: string): Promise<DecideAck | null> {
  const { studyId, opId } = decision;
  const first = await tx.adjudicationEvent.findUnique({ where: { studyId_opId: { studyId, opId } } });
  if (!first) return null;
  const task = await tx.codebookTask.findFirst({ where: { studyId, opId }, select: { id: true, text: true } });
  const same =
    first.userId === userId &&
    first.roundId === decision.roundId &&
    first.itemId === decision.itemId &&
    first.unit === decision.unit &&
    first.question === decision.question &&
    first.value === decision.value &&
    first.reason === decision.reason &&
    first.note === decision.note &&
    (decision.value === null || first.settles === decision.settles) &&
    first.revises === decision.revises &&
    first.basisHash === decision.basisHash &&
    first.judgeShown === decision.judgeShown &&
    first.elapsedMs === decision.elapsedMs &&
    (task?.text ?? null) === decision.guideline;
  if (!same) throw refusal("Not saved: this operation's id was used before for another decision.");

  return { opId, taskId: task?.id ?? null };
}

async function contentOf(
  ctx: ServiceContext,
  { studyId, itemId, roundId, question }: Decide,
  codebook: Codebook,
): Promise<Record<string, unknown>> {
  chosen(adjudicableQuestions(codebook), question, "This question");
  chosen(await adjudicableRounds(ctx, studyId), roundId, "This round");
  const item = await database(ctx).item.findUnique({
    where: { studyId_id: { studyId, id: itemId } },
    select: { content: true },
  });
  if (!item) throw notFound("This item");

  return item.content as Record<string, unknown>;
}

/** Where a decision of mine stands, the client must name it. Over one that was taken back, any may be given. */
function refuseStale({ question, revises }: Decide, own: StoredDecision | undefined): void {
  if (!own || own.opId === revises) return;
  const { value, reason, opId, at } = own;
  throw new ServiceError(
    "conflict",
    "Not saved: you decided this meanwhile, in another tab or on another device. Look at it again.",
    { extra: { current: { question, value, reason, opId, at: at.toISOString() } } },
  );
}

/** Who may see other decisions decides knowing them; who may not, cannot settle. */
function checkSettles(
  { settles }: Decide,
  here: readonly StoredDecision[],
  own: StoredDecision | undefined,
  userId: string,
): boolean {
  const others = here.filter((row) => row.userId !== userId);
  const visible = others.length > 0 && (own !== undefined || new Set(others.map((row) => row.value)).size > 1);
  if (settles && !visible) throw refusal("There is no difference between adjudicators here that could be settled.");
  if (!settles && own && others.length > 0)
    throw refusal("Another adjudicator's decision is open to you now, so yours settles: send it as one that does.");

  return settles;
}

function checkValue(
  codebook: Codebook,
  { question, value }: Decide,
  others: Record<string, string>,
  fields: Record<string, unknown>,
): void {
  if (value === null) return;
  const [asked] = chosen(adjudicableQuestions(codebook), question, "This question");
  if (!asked?.options.includes(value)) throw refusal(`${value} is not an option of "${asked?.title}".`);
  const standing = standingAnswers(codebook, { fields, answers: { ...others, [question]: value } });
  if (standing[question] === undefined)
    throw refusal(
      `"${asked.title}" is not asked of this item as it was decided so far. Change the earlier question first.`,
    );
}

function valuesOf(decided: Readonly<Record<string, { value: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(decided).map(([question, { value }]) => [question, value]));
}

function refusal(text: string): ServiceError {
  return new ServiceError("unprocessable", text);
}
