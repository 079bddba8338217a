import type { RoleName } from "@/lib/accounts/wire";
import type { VersionChange } from "@/lib/codebooks/changes-between";
import type { CodebookMapping } from "@/lib/codebooks/mapping-schema";

/** What these verbs answer, for pages and browsers alike. */

export type StudyRow = {
  studyId: string;
  slug: string;
  name: string;
  description: string;
  demo: boolean;
  items: number;
  raters: number;
  judges: number;
  labels: number;
  roles: RoleName[];
};

export type RaterRow = {
  raterId: string;
  pseudonym: string;
  imported: boolean;
  filled: number;
  skipped: number;
  extra: number;
  /** Median and quartiles of the time to one answer, idle and hidden time cut out. */
  medianMs: number | null;
  lowerMs: number | null;
  upperMs: number | null;
};

export type ItemAnswer = { pseudonym: string; kind: "human" | "judge"; value: string };
export type ItemRow = {
  itemId: string;
  key: string;
  excerpt: string;
  located: boolean | null;
  stratum: string | null;
  answers: ItemAnswer[];
};

export type ItemPage = { rows: ItemRow[]; total: number; nextCursor: string | null };

export type ItemLabel = {
  pseudonym: string;
  kind: "human" | "judge";
  round: string;
  unit: string;
  question: string;
  value: string;
  derived: boolean;
  extra: boolean;
  origin: "studio" | "imported";
  note: string | null;
  confidence: string | null;
  probability: number | null;
  rationale: string | null;
  codebookVersion: number;
  at: string;
};

export type ItemView = {
  itemId: string;
  key: string;
  content: Record<string, unknown>;
  focalKey: string | null;
  targetKey: string | null;
  located: boolean | null;
  labels: ItemLabel[];
};

export type RoundOverview = {
  roundId: string;
  name: string;
  purpose: string;
  drawn: number;
  slots: { open: number; leased: number; filled: number; skipped: number; closed: number };
  extra: number;
  medianMs: number | null;
};

export type Overview = {
  items: number;
  notLocated: number;
  judgeLabels: number;
  rounds: RoundOverview[];
  working: { pseudonym: string; filled: number; lastAt: string | null }[];
};

export type AuditRow = {
  seq: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  hash: string;
};

export type AuditPage = {
  rows: AuditRow[];
  events: number;
  broken: { seq: number; reason: string }[];
  nextBefore: number | null;
};

export type PreviewSubject = {
  id: string;
  title: string;
  kind: "question" | "derived label";
  options: { id: string; label: string }[];
};

/** What adding a codebook version would do. */
export type CodebookPreview = {
  after: number;
  version: number;
  /** It is the newest version already. */
  same: boolean;
  mapping: CodebookMapping;
  source: "given" | "suggested";
  /** Nothing was guessed. */
  sure: boolean;
  older: PreviewSubject[];
  newer: PreviewSubject[];
  changes: VersionChange[];
  /** Who is asked again, and the answers that nobody is asked for again. */
  again: {
    items: number;
    raters: number;
    slots: number;
    elsewhere: { closedRound: number; raterGone: number; imported: number };
  };
  /** Answers by how they read in the new version. */
  labels: { kept: number; mapped: number; split: number; dropped: number };
};

export type CodebookHistoryEntry = {
  version: number;
  name: string;
  note: string;
  contentHash: string;
  createdAt: string;
  /** Against the version before; none for the first. */
  changes: VersionChange[];
  /** Answers recorded under this version. */
  labels: number;
};

export type CodebookTaskRow = {
  taskId: string;
  question: string | null;
  option: string | null;
  text: string;
  itemId: string | null;
  itemKey: string | null;
  by: string;
  codebookVersion: number;
  createdAt: string;
  doneAt: string | null;
  doneVersion: number | null;
};
