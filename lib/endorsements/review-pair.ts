import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole, requireUser } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { basisHashOf } from "./basis-hash";
import { ReviewPairInput } from "./review-schema";

/** One reviewer's decision on one pair; again: a change of mind. Nothing is released that no person has confirmed. */
export async function reviewPair(ctx: ServiceContext, input: unknown): Promise<{ endorsementId: string }> {
  const { studyId, campaignId, endorsementId, basisHash, ...review } = ReviewPairInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator"]);
  const reviewerId = requireUser(ctx);

  return withTransaction(ctx, async (tx) => {
    const row = await lockAnswer(tx, { studyId, campaignId, endorsementId });
    if (basisHashOf(row) !== basisHash) throw answerChanged();
    if (review.decision === "confirm" && row.value === "maybe") {
      throw new ServiceError("unprocessable", 'Not saved: "maybe" is never released. Exclude it with a reason.');
    }
    if (review.decision !== "exclude" && row.corpusId === null) {
      throw new ServiceError("unprocessable", "Not saved: find the work first, or exclude the pair with a reason.");
    }
    const data = {
      decision: review.decision,
      flag: review.flag ?? null,
      reason: review.reason ?? null,
      basisHash,
      at: new Date(),
    };
    await tx.endorsementReview.upsert({
      where: { studyId_endorsementId_reviewerId: { studyId, endorsementId, reviewerId } },
      create: { studyId, endorsementId, reviewerId, ...data },
      update: data,
      select: { reviewerId: true },
    });
    // The reason is private and stays in its row.
    await recordAudit(tx, ctx, {
      studyId,
      action: "endorse.review",
      subject: endorsementId,
      detail: { decision: review.decision, flag: review.flag ?? null },
    });

    return { endorsementId };
  });
}

export async function lockAnswer(
  tx: Transaction,
  { studyId, campaignId, endorsementId }: { studyId: string; campaignId: string; endorsementId: string },
) {
  await tx.$queryRaw`SELECT id FROM "Endorsement" WHERE "studyId" = ${studyId}::uuid AND id = ${endorsementId}::uuid FOR UPDATE`;
  const row = await tx.endorsement.findUnique({
    where: { studyId_id: { studyId, id: endorsementId } },
    include: { response: { select: { campaignId: true, submittedAt: true, withdrawnAt: true } } },
  });
  if (!row || row.response.campaignId !== campaignId) throw notFound("This pair");
  if (!row.response.submittedAt || row.response.withdrawnAt) throw notFound("This pair");

  return row;
}

export function answerChanged(): ServiceError {
  return new ServiceError("conflict", "Not saved: the author changed this answer meanwhile. Look at it again.", {
    extra: { stale: true },
  });
}
