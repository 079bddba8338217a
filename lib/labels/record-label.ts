import { requireUser } from "@/lib/auth/require-role";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { checkAnswer } from "@/lib/codebooks/check-answer";
import { deriveLabels } from "@/lib/codebooks/derive-labels";
import { isComplete } from "@/lib/codebooks/questions-for";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { mapDatabaseError } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { answersIn, formerIds, splitAnswers, versionsUpTo } from "./asked-again";
import { codebookVersion, inTurn, requireRaterWithWork } from "./internal";
import { sha256 } from "./label-hash";
import { readStanding, type Standing, type StandingSlot } from "./read-standing";
import { reopenSplit } from "./reopen-split";
import { addReplacement, giveUpOpenPlace, lockItem, markExtra, takeBackReplacement } from "./replace-slot";
import { RecordLabelInput } from "./schema";
import type { LabelAck } from "./wire";
import { type LabelWrite, writeLabel } from "./write-label";

type Body = Omit<ReturnType<typeof RecordLabelInput.parse>, "studyId">;
type Call = { studyId: string; userId: string; body: Body; bodyHash: string };
type NextState = LabelWrite["nextState"];

/** The slot or the chain moved between reading and writing. */
class Moved extends Error {}

const ATTEMPTS = 8;

/**
 * One answer, taken back answer, skip, mark, flag or comment. Sent again with the same opId it gives the first
 * acknowledgement again. Event, current label, derived labels and slot are written together.
 */
export async function recordLabel(ctx: ServiceContext, input: unknown): Promise<LabelAck> {
  const { studyId, ...body } = RecordLabelInput.parse(input);
  const userId = requireUser(ctx);
  const call = { studyId, userId, body, bodyHash: sha256(canonicalJson({ ...body, userId })) };

  return inTurn(`${studyId} ${userId}`, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(ctx, call, attempt > 1);
      } catch (error) {
        if (!(error instanceof Moved)) throw mapDatabaseError(error);
        if (attempt === ATTEMPTS) {
          throw new ServiceError("unavailable", "Not saved: this item changed at the same moment. Sending it again.", {
            retryAfter: 1,
          });
        }
      }
    }
  });
}

/** The common case needs no transaction: one read, one statement that writes. Whatever moves other slots has one. */
async function attemptOnce(ctx: ServiceContext, call: Call, again: boolean): Promise<LabelAck> {
  if (call.body.question !== "_skip" && !again) {
    const standing = await readAllowed(ctx, call);
    if (standing.slot?.state !== "closed" && !isOutdated(standing.slot)) return record(ctx, call, standing);
  }

  return withTransaction(ctx, async (tx, inside) => {
    await lockItem(tx, call.body.slotId);

    return record(inside, call, await readAllowed(inside, call));
  });
}

type Allowed = Standing & { raterId: string };

/** The role is read with the rest, in one round trip; who does not rate here learns what `requireRater` tells. */
async function readAllowed(ctx: ServiceContext, call: Call): Promise<Allowed> {
  const standing = await readStanding(ctx, { ...call, ...call.body });
  const raterId = standing.raterId ?? (await requireRaterWithWork(ctx, call.studyId));

  return { ...standing, raterId };
}

async function record(ctx: ServiceContext, call: Call, standing: Allowed): Promise<LabelAck> {
  const { studyId, body } = call;
  const { raterId } = standing;
  const replayed = replay(call, standing);
  if (replayed) return replayed;
  const { slot, head } = standing;
  if (!slot) throw notFound("This item");
  const codebook = await codebookVersion(ctx, studyId, slot.codebookVersion);
  const read = await readAnswers(ctx, studyId, slot);
  if (!read.earlier.has(body.question)) refuseStale(body, slot);
  const before = Object.fromEntries(read.answers.map((answer) => [answer.question, answer.value]));
  check(codebook, slot, body, before);
  const { [body.question]: _, ...others } = before;
  const answers = body.value === null ? others : { ...others, [body.question]: body.value };
  const nextState = await moveSlot(ctx, studyId, raterId, slot, stateAfter(codebook, slot, answers));
  const ack = nextState === "closed" ? "extra" : nextState;
  const written = await writeLabel(ctx, {
    ...body,
    note: body.note ?? null,
    studyId,
    raterId,
    slot,
    head,
    // Behind the hash stands the acknowledgement, so that it can be given again in the same words.
    bodyHash: `${call.bodyHash} ${ack}`,
    derived: deriveLabels(codebook, { fields: slot.content, answers }),
    derivable: [...codebook.derived.map((label) => label.id), ...read.former(body.question)],
    nextState,
  });
  if (!written) throw new Moved();
  if (nextState === "filled" && isOutdated(slot)) await askAgain(ctx, studyId, slot);

  return { opId: body.opId, seq: (head?.seq ?? 0) + 1, slot: ack };
}

function isOutdated(slot: StandingSlot | null): boolean {
  return slot !== null && slot.newestVersion > slot.codebookVersion;
}

/** What the rater said under older versions, as the slot's version has it. Normally there is nothing to map. */
async function readAnswers(ctx: ServiceContext, studyId: string, slot: StandingSlot) {
  if (slot.answers.every((answer) => answer.codebookVersion === slot.codebookVersion)) {
    return { answers: slot.answers, earlier: new Map(), former: () => [] };
  }
  const study = await versionsUpTo(ctx, studyId, slot.codebookVersion);
  const target = study.versions.find((entry) => entry.version === study.target);
  const derived = target?.codebook.derived.map((label) => label.id) ?? [];

  return {
    ...answersIn(study, slot.answers),
    former: (question: string) => formerIds(study, [question, ...derived]),
  };
}

/** Finished on a page that still shows an older version: what was split since is asked again. */
async function askAgain(ctx: ServiceContext, studyId: string, slot: StandingSlot): Promise<void> {
  if (!ctx.db) throw new Moved();
  const study = await versionsUpTo(ctx, studyId, slot.newestVersion);
  await reopenSplit(ctx.db, studyId, splitAnswers(study), slot.slotId);
}

function replay({ body, bodyHash }: Call, standing: Allowed): LabelAck | null {
  const first = standing.replay;
  if (!first) return null;
  if (first.raterId !== standing.raterId && !standing.slot) throw notFound("This item");
  const [hash, slot] = first.bodyHash.split(" ");
  if (first.raterId !== standing.raterId || hash !== bodyHash) {
    throw new ServiceError("unprocessable", "Not saved: this operation's id was used before for another answer.");
  }

  return { opId: body.opId, seq: first.seq, slot: slot as LabelAck["slot"] };
}

/** Where an answer stands, the client must name it. Over an answer that was taken back, any may be given. */
function refuseStale({ question, revises }: Body, slot: StandingSlot): void {
  const { last } = slot;
  if (!last || last.value === null || last.opId === revises) return;
  throw new ServiceError(
    "conflict",
    "Not saved: you gave another answer here meanwhile, in another tab or on another device.",
    {
      extra: { current: { question, value: last.value, opId: last.opId, at: new Date(last.at).toISOString() } },
    },
  );
}

function check(codebook: Codebook, slot: StandingSlot, body: Body, before: Record<string, string>): void {
  if (body.unit !== "") throw new ServiceError("bad_input", "Items of this codebook have no units.");
  const answer = { ...body, fields: slot.content, answers: before, audience: "human" as const };
  const result = checkAnswer(codebook, answer);
  if (result.ok) return;
  throw new ServiceError("unprocessable", result.reasons.map((reason) => reason.text).join(" "), {
    extra: { reasons: result.reasons },
  });
}

function stateAfter(codebook: Codebook, slot: StandingSlot, answers: Record<string, string>): NextState {
  if (answers._skip !== undefined) return "skipped";

  return isComplete(codebook, slot.content, answers) ? "filled" : "leased";
}

/** What the step does to the item's other slots; answers the state that is open to this one. */
async function moveSlot(
  ctx: ServiceContext,
  studyId: string,
  raterId: string,
  slot: StandingSlot,
  wanted: NextState,
): Promise<NextState> {
  const tx = ctx.db;
  if (!tx) return wanted;
  if (slot.state === "closed") {
    // A late skip needs no place.
    if (wanted === "skipped" || !(await giveUpOpenPlace(tx, studyId, raterId, slot))) {
      await markExtra(tx, studyId, raterId, slot, true);

      return "closed";
    }
    await markExtra(tx, studyId, raterId, slot, false);
  }
  if (wanted === "skipped" && slot.state !== "skipped" && !(await addReplacement(tx, studyId, slot))) throw new Moved();
  if (wanted !== "skipped" && slot.state === "skipped" && !(await takeBackReplacement(tx, studyId, slot))) {
    await markExtra(tx, studyId, raterId, slot, true);

    return "closed";
  }

  return wanted;
}
