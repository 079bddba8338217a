import type { Codebook } from "@/lib/codebooks/schema";
import type { Transaction } from "@/lib/db/client";
import type { StudyVersions } from "@/lib/studies/version-mapping";
import { derivedDecisions } from "./derived-decisions";
import { namesOf } from "./in-version";
import type { Decide } from "./schema";
import { decidedOnItem, standingOf } from "./standing-decisions";

export type DecisionWrite = Decide & {
  userId: string;
  codebook: Codebook;
  version: number;
  study: StudyVersions;
  content: Record<string, unknown>;
  agreed: Record<string, string>;
  taskId: string | null;
};

/** Event, the decision that stands after it, its derived labels, and what the guideline should say. */
export async function writeDecision(tx: Transaction, write: DecisionWrite): Promise<void> {
  const { studyId, roundId, itemId, unit, question, userId, opId, note, basisHash } = write;
  const entry = { studyId, roundId, itemId, unit, question, userId };
  const { value, reason, settles, judgeShown, elapsedMs, revises, version: codebookVersion } = write;
  const before = await tx.adjudicationEvent.findFirst({ where: entry, orderBy: { at: "desc" }, select: { at: true } });
  // Two steps of one person never share a moment, so that their order can be told.
  const at = new Date(Math.max(Date.now(), (before?.at.getTime() ?? 0) + 1));
  await tx.adjudicationEvent.create({
    data: {
      ...entry,
      opId,
      value,
      reason,
      note,
      settles,
      revises,
      basisHash,
      judgeShown,
      elapsedMs,
      at,
      codebookVersion,
    },
    select: { opId: true },
  });
  await tx.adjudication.deleteMany({ where: { ...entry, question: { in: namesOf(write.study, question) } } });
  const stands = await standing(tx, entry);
  if (stands) await tx.adjudication.create({ data: { ...entry, ...stands }, select: { opId: true } });
  await writeDerived(tx, write, at);
  if (write.guideline !== null && write.taskId !== null) {
    const task = { studyId, id: write.taskId, question, option: value, text: write.guideline, itemId, opId };
    await tx.codebookTask.create({ data: { ...task, codebookVersion, createdById: userId }, select: { id: true } });
  }
}

type Entry = { studyId: string; roundId: string; itemId: string; unit: string; question: string; userId: string };

/** The last settling decision, else the last one made without knowing others'; each may have been taken back. */
async function standing(tx: Transaction, entry: Entry) {
  for (const settles of [true, false]) {
    const last = await tx.adjudicationEvent.findFirst({ where: { ...entry, settles }, orderBy: { at: "desc" } });
    if (last?.value != null && last.reason !== null) {
      const { value, reason, note, basisHash, opId, at, codebookVersion } = last;

      return { value, reason, note, settles, basisHash, opId, at, codebookVersion };
    }
  }

  return null;
}

async function writeDerived(tx: Transaction, write: DecisionWrite, at: Date): Promise<void> {
  const { studyId, roundId, itemId, unit, userId, opId, note, basisHash, version: codebookVersion } = write;
  const item = { studyId, roundId, itemId, unit };
  const rows = await decidedOnItem(tx, item, write.study);
  const own = rows.filter((row) => row.userId === userId);
  await tx.adjudication.deleteMany({ where: { ...item, userId, derived: true } });
  const newest = own.at(-1);
  if (!newest) return;
  const settling = own.some((row) => row.settles);
  const decided = standingOf(rows, userId, settling);
  const derived = derivedDecisions(write.codebook, write.content, decided, write.agreed);
  const reason = write.reason ?? newest.reason;
  await tx.adjudication.createMany({
    data: derived.map(({ question, value, settles }) => ({
      ...item,
      ...{ question, value, settles, userId, reason, note, basisHash, opId, at, codebookVersion },
      derived: true,
    })),
  });
}
