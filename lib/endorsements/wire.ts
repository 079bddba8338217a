import { z } from "zod";
import type { Collects } from "@/lib/campaigns/wire";

/** What the author's page and the server say to each other. The link is the cookie's; nothing here names a person. */

const Uuid = z.uuid();
/** uuid v7, made in the browser at the tap; `revision`: the newest that this page has seen. */
const Op = { opId: Uuid, revision: z.int().min(0) };
const Value = z.enum(["yes", "maybe"]);
const Reason = z.string().trim().max(5000);

export const TokenText = z.string().max(200);
/** POST /api/v1/endorse/exchange: the link becomes a cookie. */
export const ExchangeBody = z.strictObject({ token: TokenText });

/** POST /api/v1/endorse/opened: after the first trusted input on the page, never by rendering it. */
export const OpenedBody = z.strictObject({});

/** POST /api/v1/endorse/consent. The hashes say which texts were read; `identityConfirmed`: "this is me". */
export const ConsentBody = z.strictObject({
  ...Op,
  agree: z.literal(true),
  identityConfirmed: z.literal(true),
  publishIdentity: z.boolean(),
  language: z.string().max(10),
  consentHash: z.string().length(64),
  informationHash: z.string().length(64),
});

/** POST /api/v1/endorse/not-me: of a paper (`focalId`), or of all. */
export const NotMeBody = z.strictObject({ ...Op, focalId: Uuid.optional() });

/** POST /api/v1/endorse/answers: one tap on the reference list. `value` null takes the answer back. */
export const AnswerBody = z.strictObject({
  ...Op,
  focalId: Uuid,
  n: z.int().min(1),
  value: Value.nullable(),
  /** Absent: as it was. "": taken away. */
  reason: Reason.optional(),
});

/**
 * POST /api/v1/endorse/works: one work of the open recall. `workId` is made in the browser and stays with the box.
 * `n` where it was matched to the reference list, `corpusId` where it was picked from the pool. `value` null removes it.
 */
export const WorkBody = z.strictObject({
  ...Op,
  workId: Uuid,
  focalId: Uuid,
  title: z.string().trim().min(1).max(2000),
  year: z.int().min(1).max(9999).nullable().default(null),
  doi: z.string().trim().max(300).nullable().default(null),
  n: z.int().min(1).nullable().default(null),
  corpusId: z.string().max(200).nullable().default(null),
  value: Value.nullable(),
  reason: Reason.optional(),
});

export const INSPIRATION_KINDS = ["talk", "conversation", "failed_experiment", "need", "other"] as const;
/** POST /api/v1/endorse/inspirations: something that was not a paper. `kind` null removes it. */
export const InspirationBody = z.strictObject({
  ...Op,
  inspirationId: Uuid,
  focalId: Uuid,
  kind: z.enum(INSPIRATION_KINDS).nullable(),
  text: Reason.optional(),
});

/** POST /api/v1/endorse/list-shown: the reference list of a paper is on the screen. */
export const ListShownBody = z.strictObject({ ...Op, focalId: Uuid });

/** POST /api/v1/endorse/suggestions: works that resemble what is being typed. Stores nothing. */
export const SuggestBody = z.strictObject({ focalId: Uuid, text: z.string().trim().min(2).max(300) });
export type Suggestion = {
  from: "list" | "pool";
  n: number | null;
  corpusId: string | null;
  title: string;
  year: number | null;
  authors: string[];
  /** 1: the same title; less: it only resembles. */
  similarity: number;
};

/** POST /api/v1/endorse/submit, /decline, /withdraw */
export const SubmitBody = z.strictObject({ ...Op, confirm: z.literal(true) });
export const DeclineBody = z.strictObject({ ...Op });
export const WithdrawBody = z.strictObject({ ...Op });

/** `missed`: something was changed elsewhere in between; read again. */
export type EndorseAck = { opId: string; revision: number; missed: boolean };
/** Body of a 409: what stands now for the same work, and the newest revision. */
export type EndorseConflict = { revision: number; current: EndorseAnswer | null };

export type EndorseAnswer = {
  /** The work's id; for the reference list `n` names it too. */
  workId: string;
  focalId: string;
  n: number | null;
  title: string | null;
  year: number | null;
  doi: string | null;
  corpusId: string | null;
  source: "recalled" | "recognised" | "mail";
  value: "yes" | "maybe";
  reason: string | null;
};
export type EndorseReference = {
  n: number;
  title: string;
  year: number | null;
  venue: string | null;
  authors: string[];
  section: string | null;
};
export type EndorsePaper = {
  focalId: string;
  title: string;
  year: number | null;
  venue: string | null;
  authors: string[];
  notMine: boolean;
  listShown: boolean;
  /** In this person's own order. Empty where the campaign shows no list. */
  references: EndorseReference[];
};
export type EndorseText = { markdown: string; sha256: string } | null;
export type EndorseInspiration = {
  inspirationId: string;
  focalId: string;
  kind: (typeof INSPIRATION_KINDS)[number];
  text: string | null;
};
export type EndorseStage = "consent" | "answering" | "submitted" | "declined" | "withdrawn" | "not_me";
/** GET /api/v1/endorse */
export type EndorseView = {
  campaign: {
    name: string;
    studyName: string;
    sender: string;
    contact: string;
    closesAt: string | null;
    /** After the deadline: to be read and withdrawn, not changed. */
    closed: boolean;
    languages: string[];
    collects: Collects;
  };
  /** By language. */
  texts: Record<string, Record<"information" | "consent" | "question" | "help", EndorseText>>;
  /** Random; whose answers wait in a browser. All links of one person have the same. */
  respondentId: string;
  maskedEmail: string;
  stage: EndorseStage;
  /** False: no consent yet, or the text is a newer one. */
  consentCurrent: boolean;
  publishIdentity: boolean;
  language: string | null;
  revision: number;
  submittedAt: string | null;
  papers: EndorsePaper[];
  answers: EndorseAnswer[];
  inspirations: EndorseInspiration[];
  /** The rows as they will stand in the file, should they be confirmed: nothing else is published. */
  willBePublished: { focalCorpusId: string; candidateCorpusId: string | null; title: string }[];
};

/** What goes between the researcher's review and the server. */

export const REVIEW_GROUPS = [
  "maybe",
  "unresolved",
  "addition",
  "self_citation",
  "review_paper",
  "mail",
  "plain",
] as const;
export type ReviewGroup = (typeof REVIEW_GROUPS)[number];

/** GET …/campaigns/[campaignId]/review?state=&group= */
export const ReviewQuery = z.strictObject({
  state: z.enum(["open", "disputed", "done", "all"]).default("open"),
  group: z.enum(REVIEW_GROUPS).optional(),
  cursor: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(500).default(100),
});
/** POST …/review/[endorsementId]. `flag` says which; a flag or an exclusion needs a reason. The reason is never exported. */
export const ReviewBody = z
  .strictObject({
    decision: z.enum(["confirm", "flag", "exclude"]),
    flag: z.enum(["self_cite", "review_paper"]).optional(),
    reason: z.string().trim().max(2000).optional(),
    /** What was on the reviewer's screen; 409 where the author has changed it since. */
    basisHash: z.string().length(64),
  })
  .refine((body) => (body.decision === "flag") === (body.flag !== undefined), "A flag says which one it is.")
  .refine((body) => body.decision === "confirm" || Boolean(body.reason), "Say why.");
/** POST …/review/[endorsementId]/resolve: the work that was meant. Null: none. */
export const ResolveBody = z.strictObject({
  corpusId: z.string().min(1).max(200).nullable(),
  basisHash: z.string().length(64),
});

export type ReviewRow = {
  endorsementId: string;
  /** Random, and says nothing about whom it belongs to. */
  responseId: string;
  groups: ReviewGroup[];
  focal: { corpusId: string; title: string; year: number | null; field: string | null; isReview: boolean };
  work: { corpusId: string | null; title: string; year: number | null; authors: string[]; inList: boolean };
  resolvedBy: string | null;
  value: "yes" | "maybe";
  source: "recalled" | "recognised" | "mail";
  /** Private, for the reviewer alone. */
  reason: string | null;
  selfCitation: boolean | null;
  inPool: boolean | null;
  basisHash: string;
  mine: { decision: "confirm" | "flag" | "exclude"; flag: string | null; reason: string | null } | null;
  /** Reviews that stand, of how many that are needed. Another's decision is shown once mine is made. */
  reviews: number;
  needed: number;
  outcome: PairOutcome;
};
export type PairOutcome = "open" | "disputed" | "passed" | "flagged_self_cite" | "flagged_review_paper" | "excluded";
export type ReviewPage = {
  rows: ReviewRow[];
  total: number;
  nextCursor: number | null;
  byGroup: Record<ReviewGroup, number>;
};

export type ReviewAgreement = {
  /** Pairs that two reviewers decided. */
  pairs: number;
  same: number;
  kappa: { kind: "estimate"; value: number } | { kind: "undefined"; reason: string };
  reviewers: string[];
}[];

/** A row of endorsement_pairs: identifiers and flags, nothing else. */
export type EndorsementPair = {
  focal_corpusid: string;
  candidate_corpusid: string;
  audit_status: "passed" | "flagged_self_cite" | "flagged_review_paper";
  eligibility_flags: string[];
  is_context_linked: boolean;
  is_retrieval_evaluable: boolean;
  field_family: string | null;
};

/** POST …/campaigns/[campaignId]/replies: what somebody answered by mail, as text. */
export const AddReplyBody = z.strictObject({
  email: z.string().max(320),
  text: z.string().trim().min(1).max(200_000),
  receivedAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
/** POST …/replies/[replyId]: the pairs that a reviewer read in it. Each has a place in the list, or a title. */
export const ConfirmReplyBody = z.strictObject({
  pairs: z
    .array(
      z.strictObject({
        focalId: Uuid,
        n: z.int().min(1).nullable().default(null),
        corpusId: z.string().min(1).max(200).nullable().default(null),
        title: z.string().trim().min(1).max(2000),
        year: z.int().min(1).max(9999).nullable().default(null),
        doi: z.string().trim().max(300).nullable().default(null),
        value: Value.default("yes"),
      }),
    )
    .min(1)
    .max(500),
  /** What the writer agreed to in their mail; needed where they have not agreed on the page. */
  agreed: z.strictObject({ language: z.string().max(10), publishIdentity: z.boolean() }).optional(),
});
export type ReplyRow = {
  replyId: string;
  email: string | null;
  name: string | null;
  receivedAt: string | null;
  createdAt: string;
  confirmed: number;
};
export type ReplyProposalView = {
  focalId: string | null;
  line: number;
  quote: string;
  by: "doi" | "title" | "number" | "author_year" | "near" | "typed";
  n: number | null;
  title: string;
  year: number | null;
  doi: string | null;
  doubts: ("negated" | "hedged" | "several" | "which_paper")[];
  /** Where it is in no list: papers of the pool that resemble it. */
  pool: { corpusId: string; title: string; year: number | null; near: boolean }[];
  /** The person says so already, here or on the page. */
  known: boolean;
};
export type ReplyView = ReplyRow & {
  /** Null: erased. */
  text: string | null;
  papers: { focalId: string; title: string }[];
  /** `missing`: their agreement must be read in the mail. `ended`: they declined; nothing of theirs is used. */
  consent: "given" | "missing" | "ended";
  languages: string[];
  proposals: ReplyProposalView[];
};

export type WorkMatch = {
  corpusId: string;
  title: string;
  year: number | null;
  from: "list" | "pool";
  /** near: it only resembles; a person decides. */
  by: "id" | "doi" | "arxiv" | "title_year" | "title" | "near";
  similarity: number;
};

/**
 * What κ is computed over. `a`: all context-linked edges of answering papers. `b`: edges that were shown to the author,
 * endorsed or passed over. `c`: endorsed pairs only, where there are no negatives and so no κ.
 */
export type Universe = "a" | "b" | "c";

export type CrossKappa =
  | { kind: "estimate"; value: number; interval: { low: number; high: number } | null; papers: number }
  | { kind: "undefined"; reason: string };
export type CrossTable = {
  universe: Universe;
  stratum: string | null;
  n: number;
  /** Endorsed in rows, ROOT in columns. */
  both: number;
  endorsedOnly: number;
  rootOnly: number;
  neither: number;
  marginals: { endorsed: number; root: number };
  kappa: CrossKappa;
  /** Of the endorsed edges, those judged ROOT. */
  rootShare: { value: number; low: number; high: number; of: number } | null;
};

export type WithInterval = { value: number; low: number; high: number };
export type RecoveryMeasure = ({ kind: "estimate" } & WithInterval) | { kind: "undefined"; reason: string };
export type Recovery = {
  edges: number;
  endorsed: number;
  papers: number;
  /** P(an endorsed edge scores above another), ties half. .5: the feature says nothing. */
  auc: RecoveryMeasure;
  /** Mean precision at each endorsed edge, tied edges together. What chance gives is `endorsed / edges`. */
  averagePrecision: RecoveryMeasure;
  /** Mean of sensitivity and specificity of "score at least the threshold". */
  balancedAccuracy: RecoveryMeasure;
  threshold: number;
};

/** GET …/cross-layer?universe= */
export type CrossLayerReport = {
  sentences: string[];
  tables: CrossTable[];
  /** By passage feature; absent in universe c. Edges without the feature are left out of it. */
  recovery: { feature: "rootShare" | "maxProbability" | "mentions"; result: Recovery }[];
};

export type AuthorAgreement = {
  /** Papers that two or more of their authors answered for. */
  papers: number;
  /** Works that any of them named, and those that all of them named. */
  namedByAny: number;
  namedByAll: number;
  /** Mean over these papers of (named by all) / (named by any): Jaccard's index; null without such papers. */
  meanOverlap: number | null;
};
