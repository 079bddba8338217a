import type { Transaction } from "@/lib/db/client";
import type { StudyVersions } from "@/lib/studies/version-mapping";
import type { StandingDecisions } from "./derived-decisions";
import { readingOf } from "./in-version";
import type { EntryKey } from "./internal";
import type { SaidLabel } from "./read-said";
import type { Reason } from "./wire";

/** A decision as it stands in the table; derived ones are left out. */
export type StoredDecision = {
  question: string;
  userId: string;
  value: string;
  reason: Reason;
  settles: boolean;
  opId: string;
  at: Date;
};

/** Everybody's decisions on one item in one round as the newest version reads them, oldest first. */
export async function decidedOnItem(
  tx: Transaction,
  { studyId, roundId, itemId, unit }: Omit<EntryKey, "question">,
  study: StudyVersions,
): Promise<StoredDecision[]> {
  const rows = await tx.adjudication.findMany({
    where: { studyId, roundId, itemId, unit, derived: false },
    orderBy: [{ at: "asc" }, { opId: "asc" }],
    select: {
      question: true,
      userId: true,
      value: true,
      reason: true,
      settles: true,
      opId: true,
      at: true,
      codebookVersion: true,
    },
  });

  return rows.flatMap((row) => {
    const { question, value } = readingOf(study, row);

    return value === null ? [] : [{ ...row, question, value }];
  });
}

/**
 * What one adjudicator's derived labels rest on: their own decisions; for who settles also what is settled on the
 * item's other questions, since they decide knowing it.
 */
export function standingOf(rows: readonly StoredDecision[], userId: string, settling: boolean): StandingDecisions {
  const standing: Record<string, StandingDecisions[string]> = {};
  for (const question of new Set(rows.map((row) => row.question))) {
    const here = rows.filter((row) => row.question === question);
    const own = here.find((row) => row.userId === userId);
    const settled = settling ? settledOf(here) : undefined;
    const row = own ?? settled;
    if (row) standing[question] = { value: row.value, settles: row.settles, own: row.userId === userId };
  }

  return standing;
}

/** The rule of settledAdjudications on the rows of one question: unanimous, else the latest that settles. */
function settledOf(rows: readonly StoredDecision[]): StoredDecision | undefined {
  if (new Set(rows.map((row) => row.value)).size === 1) return rows[0];

  return rows.filter((row) => row.settles).at(-1);
}

/** Question → option where all people who count said the same; a mark only where everybody set it. */
export function agreedAnswers(said: readonly SaidLabel[]): Record<string, string> {
  const counted = said.filter((label) => label.kind === "human" && !label.extra);
  const people = new Set(counted.map((label) => label.raterId)).size;
  const agreed: Record<string, string> = {};
  for (const question of new Set(counted.map((label) => label.question))) {
    if (question.startsWith("_")) continue;
    const here = counted.filter((label) => label.question === question);
    const [first] = here;
    if (!first || here.some((label) => label.value !== first.value)) continue;
    if (first.value === null) continue;
    if (!question.startsWith("mark_") || here.length === people) agreed[question] = first.value;
  }

  return agreed;
}
