import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { EndorsementEventKind } from "@/lib/db/generated/enums";
import type { ResponseModel } from "@/lib/db/generated/models";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { answerOf } from "./answer-view";
import { bodyHashOf, consentIsCurrent, type Held, openInvitation } from "./internal";
import type { EndorseAck } from "./wire";

export type Writing = { tx: Transaction; held: Held; response: ResponseModel; now: Date };
type Change = {
  kind: EndorsementEventKind;
  focalId?: string;
  /** What is changed: two changes of one target from two devices are a conflict, of two targets none. */
  target: string;
  body: Record<string, unknown>;
  /** Whether consent must stand (answers), and whether it may be after the deadline (withdrawing). */
  consent: boolean;
  late?: boolean;
  write: (writing: Writing) => Promise<ChangeResult>;
};
/** `set`: columns of the response. `pairs`: release-ready pairs that this took out. `keep`: what of the body is kept. */
export type ChangeResult = { set?: Prisma.ResponseUpdateInput; pairs?: number };

/**
 * One change of a person's response: it, its event and the new revision are written together, one after another for
 * each person. The same opId again gives the first acknowledgement.
 */
export async function changeResponse(
  ctx: ServiceContext,
  call: { token: string; opId: string; revision: number },
  change: Change,
): Promise<EndorseAck> {
  return withTransaction(ctx, async (tx) => {
    const first = await openInvitation(tx, call.token);
    const { studyId, inviteeId, campaignId } = first;
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('response:' || ${inviteeId}, 0))::text`;
    const held = await openInvitation(tx, call.token);
    const response = held.invitee.response ?? (await begin(tx, { studyId, campaignId, inviteeId }));
    const bodyHash = bodyHashOf(response.id, change.kind, { target: change.target, ...change.body });
    const replayed = await replay(tx, studyId, call, response, bodyHash);
    if (replayed) return replayed;
    refuseLate(held, response, change);
    await refuseStale(tx, response, call.revision, change);
    const now = new Date();
    const { set = {}, pairs = 0 } = await change.write({ tx, held, response, now });
    const revision = response.revision + 1;
    await tx.response.update({
      where: { studyId_id: { studyId, id: response.id } },
      data: { ...set, revision },
      select: { id: true },
    });
    await tx.endorsementEvent.create({
      data: {
        studyId,
        opId: call.opId,
        responseId: response.id,
        revision,
        kind: change.kind,
        focalId: change.focalId ?? null,
        body: { target: change.target, ...change.body } as Prisma.InputJsonObject,
        bodyHash,
        pairs,
      },
      select: { opId: true },
    });

    return { opId: call.opId, revision, missed: revision > call.revision + 1 };
  });
}

async function begin(
  tx: Transaction,
  scope: { studyId: string; campaignId: string; inviteeId: string },
): Promise<ResponseModel> {
  return tx.response.create({ data: { ...scope, id: uuid7() } });
}

async function replay(
  tx: Transaction,
  studyId: string,
  call: { opId: string; revision: number },
  response: ResponseModel,
  bodyHash: string,
): Promise<EndorseAck | null> {
  const event = await tx.endorsementEvent.findUnique({ where: { studyId_opId: { studyId, opId: call.opId } } });
  if (!event) return null;
  if (event.responseId !== response.id || event.bodyHash !== bodyHash) {
    throw new ServiceError("unprocessable", "Not saved: this operation's id was used before for another answer.");
  }

  return { opId: call.opId, revision: response.revision, missed: response.revision > call.revision + 1 };
}

function refuseLate(held: Held, response: ResponseModel, change: Change): void {
  if (held.closed && !change.late) {
    throw new ServiceError(
      "conflict",
      "Not saved: the time for answers is over. What you said before is kept, and you can still withdraw it.",
    );
  }
  if (!change.consent) return;
  if (response.declinedAt || response.notMeAt) {
    throw new ServiceError("conflict", "Not saved: you declined. Nothing of yours is used.");
  }
  if (response.withdrawnAt) {
    throw new ServiceError("conflict", "Not saved: you withdrew your answers. Agree once more to answer again.", {
      extra: { needs: "consent" },
    });
  }
  if (!consentIsCurrent(held)) {
    throw new ServiceError(
      "conflict",
      "Not saved yet: please read the information and agree first. What you typed is still on this page.",
      { extra: { needs: "consent" } },
    );
  }
}

async function refuseStale(tx: Transaction, response: ResponseModel, seen: number, change: Change): Promise<void> {
  if (seen > response.revision) {
    throw new ServiceError("bad_input", "This revision is newer than any that was given out.");
  }
  const newer = await tx.endorsementEvent.findMany({
    where: { studyId: response.studyId, responseId: response.id, revision: { gt: seen } },
    select: { body: true },
  });
  const stale = newer.some(({ body }) => targetOf(body) === change.target);
  if (!stale) return;
  const current = await standing(tx, response, change.target);
  throw new ServiceError(
    "conflict",
    "Not saved: you gave another answer here meanwhile, in another tab or on another device. The newer one is shown.",
    { extra: { revision: response.revision, current } },
  );
}

function targetOf(body: unknown): unknown {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>).target : undefined;
}

async function standing(tx: Transaction, response: ResponseModel, target: string) {
  const [what, focalId, key] = target.split(" ");
  if (what !== "ref" && what !== "work") return null;
  const row = await tx.endorsement.findFirst({
    where: {
      studyId: response.studyId,
      responseId: response.id,
      ...(focalId && { focalId }),
      ...(what === "ref" ? { referenceN: Number(key) } : { id: key ?? response.id }),
    },
  });

  return row ? answerOf(row) : null;
}
