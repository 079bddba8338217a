import { authorsOverlap } from "@/lib/campaigns/author-names";
import type { Transaction } from "@/lib/db/client";
import type { ReviewDecision, ReviewFlag } from "@/lib/db/generated/enums";
import { basisHashOf } from "./basis-hash";
import type { PairOutcome } from "./wire";

export type Review = { reviewerId: string; decision: ReviewDecision; flag: ReviewFlag | null; reason: string | null };
export type LoadedAnswer = Awaited<ReturnType<typeof loadAnswers>>[number];

/**
 * Every answer of a campaign that may be reviewed and released: of who agreed and submitted, and has neither declined
 * nor withdrawn nor said that the paper is another's. Reviews count as long as the answer is as it was when reviewed.
 */
export async function loadAnswers(
  tx: Pick<Transaction, "endorsement" | "focalReference" | "focalPaper" | "campaign" | "item" | "poolEntry">,
  { studyId, campaignId }: { studyId: string; campaignId: string },
) {
  const campaign = await tx.campaign.findUniqueOrThrow({
    where: { studyId_id: { studyId, id: campaignId } },
    select: { reviewers: true, poolId: true },
  });
  const rows = await tx.endorsement.findMany({
    where: {
      studyId,
      response: {
        campaignId,
        consentAt: { not: null },
        submittedAt: { not: null },
        withdrawnAt: null,
        declinedAt: null,
        notMeAt: null,
      },
    },
    include: { reviews: true, response: { select: { publishIdentity: true, inviteeId: true } } },
    orderBy: { id: "asc" },
  });
  const answering = [...new Set(rows.map((row) => row.focalId))];
  const papers = await tx.focalPaper.findMany({
    where: { studyId, campaignId, id: { in: answering } },
    include: { invitees: true },
  });
  const paperOf = new Map(papers.map((paper) => [paper.id, paper]));
  const references = await tx.focalReference.findMany({
    where: { studyId, focalId: { in: answering } },
  });
  const referenceOf = new Map(references.map((row) => [`${row.focalId} ${row.n}`, row]));
  const byCorpusId = new Map(references.map((row) => [`${row.focalId} ${row.corpusId}`, row]));
  const candidates = [...new Set(rows.flatMap((row) => row.corpusId ?? []))];
  const { linked, pool } = await whatIsKnown(tx, studyId, campaign.poolId, papers, candidates);

  return rows.flatMap((row) => {
    const focal = paperOf.get(row.focalId);
    const link = focal?.invitees.find((one) => one.inviteeId === row.response.inviteeId);
    if (!focal || !link || link.notMineAt) return [];
    const reference =
      (row.referenceN === null ? undefined : referenceOf.get(`${row.focalId} ${row.referenceN}`)) ??
      byCorpusId.get(`${row.focalId} ${row.corpusId}`) ??
      null;
    const basisHash = basisHashOf(row);
    const reviews: Review[] = row.reviews.filter((review) => review.basisHash === basisHash);
    const entry = row.corpusId === null ? undefined : pool?.get(row.corpusId);

    return [
      {
        ...row,
        focal,
        reference,
        basisHash,
        reviews,
        needed: campaign.reviewers,
        publishIdentity: row.response.publishIdentity,
        outcome: outcomeOf(reviews, campaign.reviewers),
        tier: reference?.tier ?? null,
        selfCitation: reference?.selfCitation ?? authorsOverlap(focal.authors, entry?.authors ?? []),
        inPool: pool === null || row.corpusId === null ? null : entry !== undefined,
        contextLinked: linked.has(`${focal.corpusId} ${row.corpusId}`) || (reference?.mentions ?? 0) > 0,
      },
    ];
  });
}

async function whatIsKnown(
  tx: Pick<Transaction, "item" | "poolEntry">,
  studyId: string,
  poolId: string | null,
  papers: readonly { corpusId: string }[],
  candidates: string[],
) {
  const items = await tx.item.findMany({
    where: { studyId, focalKey: { in: papers.map((paper) => paper.corpusId) }, targetKey: { in: candidates } },
    select: { focalKey: true, targetKey: true },
    distinct: ["focalKey", "targetKey"],
  });
  const entries =
    poolId === null
      ? null
      : await tx.poolEntry.findMany({
          where: { studyId, poolId, corpusId: { in: candidates } },
          select: { corpusId: true, authors: true },
        });
  const names = (authors: unknown): string[] =>
    Array.isArray(authors) ? authors.flatMap((author) => (typeof author?.name === "string" ? author.name : [])) : [];

  return {
    linked: new Set(items.map((item) => `${item.focalKey} ${item.targetKey}`)),
    pool: entries && new Map(entries.map((entry) => [entry.corpusId, { authors: names(entry.authors) }])),
  };
}

/** Unanimous among as many as are needed; where reviewers differ the pair is disputed and not released. */
export function outcomeOf(reviews: readonly Pick<Review, "decision" | "flag">[], needed: number): PairOutcome {
  const said = new Set(reviews.map((review) => `${review.decision} ${review.flag ?? ""}`.trim()));
  if (said.size > 1) return "disputed";
  const [first] = reviews;
  if (!first || reviews.length < needed) return "open";
  if (first.decision === "exclude") return "excluded";
  if (first.decision === "confirm") return "passed";

  return first.flag === "review_paper" ? "flagged_review_paper" : "flagged_self_cite";
}
