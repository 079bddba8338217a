import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type LoadedAnswer, loadAnswers } from "./load-answers";
import { ReviewQueueInput } from "./review-schema";
import { REVIEW_GROUPS, type ReviewGroup, type ReviewPage, type ReviewRow } from "./wire";

/** Answers as structured pairs, those that need thought first; without the names of who gave them. */
export async function reviewQueue(ctx: ServiceContext, input: unknown): Promise<ReviewPage> {
  const { studyId, campaignId, state, group, cursor, take } = ReviewQueueInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });
  const inState = answers.filter((row) => {
    if (state === "all") return true;
    // Who has decided is not asked again, while the other one still is.
    if (state === "open") return row.outcome === "open" && !row.reviews.some((review) => review.reviewerId === me);

    return state === "disputed" ? row.outcome === "disputed" : row.outcome !== "open" && row.outcome !== "disputed";
  });
  const rows = inState.map((row) => ({ row, groups: groupsOf(row) }));
  const byGroup = Object.fromEntries(
    REVIEW_GROUPS.map((name) => [name, rows.filter(({ groups }) => groups.includes(name)).length]),
  ) as Record<ReviewGroup, number>;
  const wanted = rows.filter(({ groups }) => group === undefined || groups.includes(group));
  wanted.sort((a, b) => place(a.groups) - place(b.groups) || (a.row.id < b.row.id ? -1 : 1));
  const page = wanted.slice(cursor, cursor + take);

  return {
    rows: page.map(({ row, groups }) => viewOf(row, groups, me)),
    total: wanted.length,
    nextCursor: cursor + take < wanted.length ? cursor + take : null,
    byGroup,
  };
}

function place(groups: readonly ReviewGroup[]): number {
  return Math.min(...groups.map((group) => REVIEW_GROUPS.indexOf(group)));
}

export function groupsOf(row: LoadedAnswer): ReviewGroup[] {
  const groups: ReviewGroup[] = [];
  if (row.value === "maybe") groups.push("maybe");
  if (row.corpusId === null) groups.push("unresolved");
  if (row.referenceN === null) groups.push("addition");
  if (row.selfCitation) groups.push("self_citation");
  if (row.focal.isReview) groups.push("review_paper");
  if (row.source === "mail") groups.push("mail");

  return groups.length === 0 ? ["plain"] : groups;
}

function viewOf(row: LoadedAnswer, groups: ReviewGroup[], me: string | null): ReviewRow {
  const mine = row.reviews.find((review) => review.reviewerId === me) ?? null;
  // Two reviewers are blind to each other until both have decided.
  const blind = row.needed > 1 && mine === null && row.reviews.length < row.needed;

  return {
    endorsementId: row.id,
    responseId: row.responseId,
    groups,
    focal: {
      corpusId: row.focal.corpusId,
      title: row.focal.title,
      year: row.focal.year,
      field: row.focal.field,
      isReview: row.focal.isReview,
    },
    work: {
      corpusId: row.corpusId,
      title: row.title ?? row.reference?.title ?? "",
      year: row.year ?? row.reference?.year ?? null,
      authors: row.reference?.authors ?? [],
      inList: row.reference !== null,
    },
    resolvedBy: row.resolvedBy,
    value: row.value,
    source: row.source,
    reason: row.reason,
    selfCitation: row.selfCitation,
    inPool: row.inPool,
    basisHash: row.basisHash,
    mine: mine && { decision: mine.decision, flag: mine.flag, reason: mine.reason },
    reviews: row.reviews.length,
    needed: row.needed,
    outcome: blind ? "open" : row.outcome,
  };
}
