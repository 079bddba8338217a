import { z } from "zod";

/** What goes over HTTP about campaigns: who asks whom what, and how far it has come. */

const Uuid = z.uuid();
/** One line: names and subjects end up in headers of mails. */
const Line = z
  .string()
  .trim()
  .max(300)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line, without control characters");
export const Language = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, "a language is written as en or pt-BR");

export const TEXT_KINDS = ["information", "consent", "question", "help", "invitation", "reminder"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Markdown without raw HTML. `subject` belongs to mails alone. Each change is a new version; old ones stay. */
export const CampaignTextBody = z.strictObject({
  kind: z.enum(TEXT_KINDS),
  language: Language,
  subject: Line.optional(),
  markdown: z.string().min(1).max(50_000),
});

/** What is asked of an author. `maybe` is never released as an endorsement. */
export const Collects = z.strictObject({
  openRecall: z.boolean().default(true),
  referenceList: z.enum(["after", "none"]).default("after"),
  reasons: z.boolean().default(true),
  nonPaper: z.boolean().default(true),
  maybe: z.boolean().default(false),
});
export type Collects = z.infer<typeof Collects>;

const Sender = {
  senderName: Line.optional(),
  senderEmail: z.string().max(254).optional(),
  contact: z.string().trim().max(2000).optional(),
};

/** POST /api/v1/studies/[slug]/campaigns */
export const CreateCampaignBody = z.strictObject({
  name: Line.min(1),
  languages: z.array(Language).min(1).max(20).default(["en"]),
  opensAt: z.iso.datetime({ offset: true }).nullable().default(null),
  closesAt: z.iso.datetime({ offset: true }).nullable().default(null),
  reminderDays: z.array(z.int().min(1).max(180)).max(2).default([7, 14]),
  ...Sender,
  collects: Collects.prefault({}),
  reviewers: z.int().min(1).max(2).default(1),
  poolId: Uuid.nullable().default(null),
  seed: z.string().min(1).max(100).optional(),
  texts: z.array(CampaignTextBody).max(120).default([]),
});

/** PATCH …/campaigns/[campaignId]. While open, only dates, reminders, contact, pool and the texts of mails may change. */
export const UpdateCampaignBody = z.strictObject({
  name: Line.min(1).optional(),
  languages: z.array(Language).min(1).max(20).optional(),
  opensAt: z.iso.datetime({ offset: true }).nullable().optional(),
  closesAt: z.iso.datetime({ offset: true }).nullable().optional(),
  reminderDays: z.array(z.int().min(1).max(180)).max(2).optional(),
  ...Sender,
  collects: Collects.optional(),
  reviewers: z.int().min(1).max(2).optional(),
  poolId: Uuid.nullable().optional(),
  texts: z.array(CampaignTextBody).max(120).optional(),
});

/** POST …/campaigns/[campaignId]/state */
export const CampaignStateBody = z.strictObject({ state: z.enum(["open", "closed"]) });

export type CampaignState = "draft" | "open" | "closed";
export type CampaignTextView = {
  kind: TextKind;
  language: string;
  version: number;
  subject: string | null;
  markdown: string;
  sha256: string;
};
export type CampaignRow = {
  campaignId: string;
  name: string;
  state: CampaignState;
  opensAt: string | null;
  closesAt: string | null;
  papers: number;
  invitees: number;
  submitted: number;
};
export type CampaignView = CampaignRow & {
  languages: string[];
  reminderDays: number[];
  senderName: string;
  senderEmail: string;
  contact: string;
  collects: Collects;
  reviewers: number;
  poolId: string | null;
  seed: string;
  /** The newest version of each. */
  texts: CampaignTextView[];
  /** What must be done before it can be opened; empty once it can. */
  missing: string[];
};

export type PapersImported = { papers: number; references: number; people: number; notices: string[] };

export type FocalPaperRow = {
  focalId: string;
  corpusId: string;
  title: string;
  year: number | null;
  venue: string | null;
  field: string | null;
  authors: string[];
  isReview: boolean;
  tier: string | null;
  references: number;
  people: number;
};

export const INVITATION_STATES = [
  "made",
  "sent",
  "bounced",
  "opened",
  "started",
  "submitted",
  "declined",
  "withdrawn",
  "expired",
] as const;
export type InvitationStateName = (typeof INVITATION_STATES)[number];

/** GET …/invitations?state=&search=&cursor= */
export type InvitationRow = {
  invitationId: string;
  inviteeId: string;
  email: string | null;
  name: string | null;
  field: string | null;
  papers: { focalId: string; title: string }[];
  state: InvitationStateName;
  /** No link of this invitation opens anything. */
  revoked: boolean;
  replacedById: string | null;
  madeAt: string;
  sentAt: string | null;
  openedAt: string | null;
  startedAt: string | null;
  submittedAt: string | null;
  declinedAt: string | null;
  withdrawnAt: string | null;
};

/** POST …/invitations: for all people of the campaign who have none, or for those named. */
export const CreateInvitationsBody = z.strictObject({ inviteeIds: z.array(Uuid).max(5000).optional() });
/** The links are told once: only hashes are kept. */
export type InvitationsMade = {
  made: { invitationId: string; inviteeId: string; email: string; url: string }[];
  /** People who declined, asked not to be written to, or were erased. */
  left: number;
};

/** POST …/invitations/[invitationId]. `replace` revokes and makes a new one; `bounced` records what a mail server said. */
export const ChangeInvitationBody = z.strictObject({
  action: z.enum(["revoke", "replace", "link", "bounced", "sent"]),
});
export type InvitationChanged = { invitationId: string; url?: string };

export type Funnel = {
  invited: number;
  opened: number;
  started: number;
  submitted: number;
  declined: number;
  withdrawn: number;
  bounced: number;
  /** Focal papers of those who submitted. */
  answeringPapers: number;
  /** Submitted answers, each author's own: yes and maybe. */
  answers: number;
  maybe: number;
  /** Not papers: counted, never shown. */
  inspirations: number;
  recalled: number;
  recognised: number;
  byMail: number;
  /** Answers that wait for a reviewer, or on which two disagree. */
  inReview: number;
  disputed: number;
  unresolved: number;
  excluded: number;
  flagged: number;
  /** Confirmed pairs of submitted, not withdrawn answers; several authors of one paper count once. */
  releaseReady: number;
  /** Two branches of releaseReady, not nested. */
  contextLinked: number;
  retrievalEvaluable: number;
  evaluableByTier: { tier: string; pairs: number }[];
  outOfPool: number;
  /** Release-ready, but their authors did not agree to be published with the paper's identity. */
  withheldFromPublic: number;
  /** Counts that must add up, and whether they do. */
  checks: { text: string; holds: boolean }[];
};

export type RateRow = {
  group: string;
  invited: number;
  responded: number;
  rate: { value: number; low: number; high: number };
};
export type ChiSquare =
  | { kind: "test"; statistic: number; degrees: number; p: number; smallExpected: boolean }
  | { kind: "undefined"; reason: string };
export type ResponseRates = { by: "field" | "year"; rows: RateRow[]; test: ChiSquare }[];

export const MESSAGE_KINDS = ["invite", "reminder1", "reminder2"] as const;
export type MessageKindName = (typeof MESSAGE_KINDS)[number];

/** `unsure`: the studio or the line failed while the mail server took the message; it is not sent again unasked. */
export const MESSAGE_STATES = ["queued", "sending", "unsure", "sent", "failed", "bounced"] as const;
export type MessageStateName = (typeof MESSAGE_STATES)[number];

/**
 * POST …/campaigns/[campaignId]/messages. `invite`: everybody who was not written to. `remind`: who was invited by
 * mail and has neither submitted, declined nor withdrawn; at most two a person, never two within a day. With
 * `invitationIds`, these people alone; who was invited by mail before is then invited once more.
 */
export const QueueMessagesBody = z.strictObject({
  action: z.enum(["invite", "remind"]),
  invitationIds: z.array(Uuid).min(1).max(5000).optional(),
});

/** Why people are not written to, and how many. */
export type NotWritten = {
  reason:
    | "written_already"
    | "answered"
    | "declined"
    | "revoked"
    | "expired"
    | "bounced"
    | "do_not_ask"
    | "not_invited"
    | "reminded_twice"
    | "written_today";
  people: number;
};
export type MessagesQueued = { queued: number; left: NotWritten[] };

export type MessageRow = {
  messageId: string;
  invitationId: string;
  email: string | null;
  name: string | null;
  kind: MessageKindName;
  /** 1, and one more each time that a researcher asked for it again. */
  ordinal: number;
  state: MessageStateName;
  attempts: number;
  queuedAt: string;
  sentAt: string | null;
  bouncedAt: string | null;
  /** What the mail server, or we, said against it. */
  problem: string | null;
};
/** GET …/messages?state=&invitationId=&cursor= : newest first. */
export type MessageList = {
  /** Whether a mail server is set (ASSAY_SMTP_URL); else links are downloaded as CSV. */
  configured: boolean;
  perMinute: number;
  /** What must be done before mails can go out; empty once they can. */
  missing: string[];
  counts: Record<MessageStateName, number>;
  rows: MessageRow[];
  nextCursor: string | null;
};

/**
 * POST …/messages/[messageId]. `again`: an unsure or failed one is tried once more, as the same message, so that a mail
 * server which has it can tell. `arrived`: an unsure one is known to have been sent. `bounced`: it came back. `cancel`:
 * one that waits is not sent.
 */
export const ChangeMessageBody = z.strictObject({ action: z.enum(["again", "arrived", "bounced", "cancel"]) });
export type MessageChanged = { messageId: string; state: MessageStateName };

/** POST …/messages/bounces: the text of one or more mails that came back (RFC 3464), as they were received. */
export const BouncesBody = z.strictObject({ text: z.string().min(1).max(900_000) });
export type BouncesRecorded = {
  bounced: { email: string; problem: string }[];
  /** Delays, and reports on addresses that this campaign did not write to. */
  ignored: { email: string; why: "delayed" | "not_ours" | "known" }[];
};

/** The numbers of the funnel that open their rows. */
export const PEOPLE_STEPS = ["invited", "opened", "started", "submitted", "declined", "withdrawn", "bounced"] as const;
export const ANSWER_STEPS = [
  "answers",
  "maybe",
  "recalled",
  "recognised",
  "byMail",
  "inReview",
  "disputed",
  "unresolved",
  "excluded",
  "flagged",
] as const;
export const PAIR_STEPS = [
  "releaseReady",
  "contextLinked",
  "retrievalEvaluable",
  "outOfPool",
  "withheldFromPublic",
] as const;
export const FUNNEL_STEPS = [...PEOPLE_STEPS, ...ANSWER_STEPS, ...PAIR_STEPS] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export type FunnelPerson = { inviteeId: string; email: string | null; name: string | null; papers: string[] };
/** Without who gave it. */
export type FunnelAnswer = {
  endorsementId: string;
  focal: string;
  work: string;
  corpusId: string | null;
  value: "yes" | "maybe";
  source: "recalled" | "recognised" | "mail";
  outcome: string;
};
export type FunnelPair = {
  focalCorpusId: string;
  candidateCorpusId: string;
  status: string;
  flags: string[];
  tier: string | null;
};
/** GET …/funnel/[step] */
export type FunnelRows =
  | { kind: "people"; rows: FunnelPerson[] }
  | { kind: "answers"; rows: FunnelAnswer[] }
  | { kind: "pairs"; rows: FunnelPair[] };
