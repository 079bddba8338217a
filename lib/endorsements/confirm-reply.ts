import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole, requireUser } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { ResponseModel } from "@/lib/db/generated/models";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { doiOf } from "@/lib/pools/identifiers";
import { bodyHashOf } from "./internal";
import { ConfirmReplyInput } from "./reply-schema";

type Input = ReturnType<typeof ConfirmReplyInput.parse>;
type Confirmed = { added: number; known: number };

/**
 * The pairs that a person read in a reply become answers of its writer, with the reply as their source; they are reviewed
 * like all others. What the writer has said on the page stands. Who has not agreed there must have agreed in the mail.
 */
export async function confirmReply(ctx: ServiceContext, input: unknown): Promise<Confirmed> {
  const { studyId, campaignId, replyId, pairs, agreed } = ConfirmReplyInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const readerId = requireUser(ctx);

  return withTransaction(ctx, async (tx) => {
    const reply = await tx.mailReply.findUnique({
      where: { studyId_id: { studyId, id: replyId } },
      include: { invitee: { include: { papers: true } } },
    });
    if (!reply || reply.campaignId !== campaignId) throw notFound("This reply");
    if (reply.text === null || reply.invitee.erasedAt) {
      throw new ServiceError("conflict", "Nothing was added: this person was erased.");
    }
    const { inviteeId } = reply;
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('response:' || ${inviteeId}, 0))::text`;
    const written = reply.receivedAt ?? reply.createdAt;
    const response = await respond(tx, { studyId, campaignId, inviteeId }, written, agreed);
    const own = new Set(reply.invitee.papers.filter((paper) => !paper.notMineAt).map((paper) => paper.focalId));
    let added = 0;
    for (const pair of pairs) {
      if (!own.has(pair.focalId)) throw notFound("This paper");
      const data = await answerFrom(tx, { studyId, campaignId, readerId }, pair);
      const there = await tx.endorsement.count({
        where: {
          studyId,
          responseId: response.id,
          focalId: pair.focalId,
          OR: [
            ...(data.referenceN === null ? [{ title: data.title }] : [{ referenceN: data.referenceN }]),
            ...(data.corpusId === null ? [] : [{ corpusId: data.corpusId }]),
          ],
        },
      });
      if (there > 0) continue;
      await tx.endorsement.create({
        data: { studyId, id: uuid7(), responseId: response.id, source: "mail", mailReplyId: replyId, ...data },
        select: { id: true },
      });
      added += 1;
    }
    const revision = response.revision + 1;
    const body = { target: "mail", replyId, pairs: pairs.length, agreed: agreed ?? null };
    await tx.endorsementEvent.create({
      data: {
        ...{ studyId, opId: uuid7(), responseId: response.id, revision, kind: "mail", body },
        bodyHash: bodyHashOf(response.id, "mail", body),
      },
      select: { opId: true },
    });
    await tx.response.update({
      where: { studyId_id: { studyId, id: response.id } },
      data: { revision },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId,
      action: "reply.confirm",
      subject: replyId,
      detail: { added, known: pairs.length - added, agreed: agreed !== undefined },
    });

    return { added, known: pairs.length - added };
  });
}

/** The writer's response, begun and submitted by the mail where it was not; with the texts that they agreed to. */
async function respond(
  tx: Transaction,
  scope: { studyId: string; campaignId: string; inviteeId: string },
  written: Date,
  agreed: Input["agreed"],
): Promise<ResponseModel> {
  const { studyId, campaignId, inviteeId } = scope;
  const there = await tx.response.findUnique({ where: { studyId_inviteeId: { studyId, inviteeId } } });
  if (there?.declinedAt || there?.notMeAt) {
    throw new ServiceError("conflict", "Nothing was added: this person declined, and nothing of theirs is used.");
  }
  if (there?.withdrawnAt && there.withdrawnAt >= written) {
    throw new ServiceError("conflict", "Nothing was added: this person withdrew their answers after this mail.");
  }
  const now = new Date();
  const standing = there?.consentAt && !there.withdrawnAt;
  if (!standing && !agreed) {
    throw new ServiceError(
      "conflict",
      "Nothing was added: this person has not agreed yet. Say that they did in this mail, or send them their link.",
      { extra: { needs: "consent" } },
    );
  }
  const consent = standing || !agreed ? {} : await consentOf(tx, { studyId, campaignId }, agreed, now);
  const set = {
    ...consent,
    startedAt: there?.startedAt ?? now,
    submittedAt: there?.submittedAt ?? now,
    withdrawnAt: null,
  };
  await tx.invitation.updateMany({
    where: { studyId, inviteeId, revokedAt: null, state: { not: "declined" } },
    data: { state: "submitted", submittedAt: set.submittedAt },
  });
  if (there) return tx.response.update({ where: { studyId_id: { studyId, id: there.id } }, data: set });

  return tx.response.create({ data: { ...scope, id: uuid7(), ...set } });
}

async function consentOf(
  tx: Transaction,
  scope: { studyId: string; campaignId: string },
  { language, publishIdentity }: NonNullable<Input["agreed"]>,
  now: Date,
) {
  const newest = (kind: "consent" | "information") =>
    tx.campaignText.findFirst({ where: { ...scope, kind, language }, orderBy: { version: "desc" } });
  const [consent, information] = [await newest("consent"), await newest("information")];
  if (!consent || !information) throw notFound("The consent text in this language");

  return {
    ...{ consentAt: now, identityConfirmedAt: now, language, publishIdentity },
    ...{ consentHash: consent.sha256, informationHash: information.sha256 },
  };
}

/** An id is believed where the list or the pool has it. */
async function answerFrom(
  tx: Transaction,
  { studyId, campaignId, readerId }: { studyId: string; campaignId: string; readerId: string },
  { focalId, n, corpusId, title, year, doi, value }: Input["pairs"][number],
) {
  const now = new Date();
  if (n !== null) {
    const reference = await tx.focalReference.findUnique({
      where: { studyId_focalId_n: { studyId, focalId, n } },
      select: { corpusId: true },
    });
    if (!reference) throw notFound("This reference");
    const found = reference.corpusId !== null && { resolvedBy: "list", resolvedAt: now };

    return { focalId, value, referenceN: n, title: null, year: null, corpusId: reference.corpusId, ...found };
  }
  const typed = { focalId, value, referenceN: null, title, year, doi: doi === null ? null : (doiOf(doi) ?? null) };
  if (corpusId === null) return { ...typed, corpusId };
  const { poolId } = await tx.campaign.findUniqueOrThrow({ where: { studyId_id: { studyId, id: campaignId } } });
  const inPool = poolId === null ? 0 : await tx.poolEntry.count({ where: { studyId, poolId, corpusId } });
  const inList = await tx.focalReference.count({ where: { studyId, focalId, corpusId } });
  if (inPool + inList === 0) throw notFound("This work");

  return { ...typed, corpusId, resolvedBy: "reviewer", resolvedById: readerId, resolvedAt: now };
}
