import type { CampaignState, FunnelStep, InvitationStateName, TextKind } from "@/lib/campaigns/wire";
import type { PairOutcome, ReviewGroup } from "@/lib/endorsements/wire";

export const CAMPAIGN_STATES: Record<CampaignState, string> = { draft: "draft", open: "open", closed: "closed" };

export const TEXTS: Record<TextKind, { label: string; hint: string }> = {
  information: {
    label: "Information",
    hint: "Who asks, why, what is kept, what is published, how to withdraw. Read before anything else.",
  },
  consent: { label: "Consent", hint: "The sentence with the box that the author ticks. Never ticked beforehand." },
  question: { label: "Question", hint: "What you ask of each paper." },
  help: { label: "Help", hint: "Shown below the question. May stay empty." },
  invitation: { label: "Invitation mail", hint: "{name}, {paper} and {link} are filled in for each person." },
  reminder: { label: "Reminder mail", hint: "{name}, {paper} and {link} are filled in for each person." },
};

export const INVITATION_WORDS: Record<InvitationStateName, string> = {
  made: "link made",
  sent: "sent",
  bounced: "came back",
  opened: "opened",
  started: "started",
  submitted: "submitted",
  declined: "declined",
  withdrawn: "withdrawn",
  expired: "expired",
};

export const FUNNEL_WORDS: Record<FunnelStep, string> = {
  invited: "invited",
  opened: "opened",
  started: "started",
  submitted: "submitted",
  declined: "declined",
  withdrawn: "withdrawn",
  bounced: "mail came back",
  answers: "answers of those who submitted",
  maybe: "said maybe (never released)",
  recalled: "recalled before the list was shown",
  recognised: "recognised on the list",
  byMail: "read in mails",
  inReview: "in review",
  disputed: "reviewers differ",
  unresolved: "works not found yet",
  excluded: "excluded",
  flagged: "flagged",
  releaseReady: "release-ready pairs",
  contextLinked: "context-linked",
  retrievalEvaluable: "retrieval-evaluable",
  outOfPool: "outside the pool",
  withheldFromPublic: "withheld from the public file",
};

export const GROUP_WORDS: Record<ReviewGroup, string> = {
  maybe: "maybe",
  unresolved: "not found yet",
  addition: "not in the list",
  self_citation: "self-citation",
  review_paper: "review paper",
  mail: "by mail",
  plain: "plain",
};

export const OUTCOME_WORDS: Record<PairOutcome, string> = {
  open: "waits for review",
  disputed: "reviewers differ",
  passed: "confirmed",
  flagged_self_cite: "flagged: self-citation",
  flagged_review_paper: "flagged: review paper",
  excluded: "excluded",
};

export const SOURCE_WORDS = { recalled: "recalled", recognised: "recognised on the list", mail: "by mail" };

/** Where a campaign's pages are. */
export function campaignAt(slug: string, campaignId: string, rest = ""): string {
  return `/studies/${slug}/campaigns/${campaignId}${rest}`;
}

export function campaignApi(slug: string, campaignId: string, rest = ""): string {
  return `/api/v1/studies/${slug}/campaigns/${campaignId}${rest}`;
}

/** A day as it is written in tables: 2026-11-30. */
export function dayOf(iso: string | null): string {
  return iso === null ? "–" : iso.slice(0, 10);
}
