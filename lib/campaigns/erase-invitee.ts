import type { Transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { EraseMode } from "@/lib/db/generated/enums";
import { uuid7 } from "@/lib/db/uuid";
import { countReadyPairs } from "@/lib/endorsements/count-ready-pairs";
import { authorKey } from "./author-names";
import { doNotAsk } from "./do-not-ask";

type Subject = Prisma.InviteeGetPayload<{ include: { papers: true; response: true } }>;

/** Everything about the person but (with `unlink`) the answers themselves. Answers how many release-ready pairs went. */
export async function eraseInvitee(tx: Transaction, subject: Subject, mode: EraseMode): Promise<number> {
  const { studyId, id: inviteeId, response } = subject;
  await doNotAsk(tx, studyId, subject.email);
  await tx.message.deleteMany({ where: { studyId, invitation: { inviteeId } } });
  await tx.invitationToken.deleteMany({ where: { studyId, invitation: { inviteeId } } });
  await tx.mailReply.updateMany({ where: { studyId, inviteeId }, data: { text: null, textHash: uuid7() } });
  const pairs = response ? await eraseAnswers(tx, studyId, response.id, response.revision, mode) : 0;
  if (subject.name !== null) await forgetName(tx, subject, subject.name);
  await tx.invitation.updateMany({ where: { studyId, inviteeId, revokedAt: null }, data: { revokedAt: new Date() } });
  await tx.invitee.update({
    where: { studyId_id: { studyId, id: inviteeId } },
    data: { email: null, name: null, field: null, erasedAt: new Date(), eraseMode: mode },
    select: { id: true },
  });

  return pairs;
}

async function eraseAnswers(
  tx: Transaction,
  studyId: string,
  responseId: string,
  revision: number,
  mode: EraseMode,
): Promise<number> {
  const where = { studyId, responseId };
  const now = new Date();
  await tx.endorsementEvent.updateMany({ where, data: { body: Prisma.DbNull, bodyHash: "" } });
  await tx.endorsementReview.updateMany({ where: { studyId, endorsement: { responseId } }, data: { reason: null } });
  const pairs = mode === "remove" ? await countReadyPairs(tx, studyId, responseId) : 0;
  if (mode === "remove") {
    await tx.endorsement.deleteMany({ where });
    await tx.inspiration.deleteMany({ where });
  } else {
    await tx.endorsement.updateMany({ where, data: { reason: null } });
    await tx.inspiration.updateMany({ where, data: { text: null } });
  }
  await tx.endorsementEvent.create({
    data: { studyId, opId: uuid7(), responseId, revision: revision + 1, kind: "erase", bodyHash: "", pairs },
    select: { opId: true },
  });
  await tx.response.update({
    where: { studyId_id: { studyId, id: responseId } },
    data: { revision: revision + 1, erasedAt: now, ...(mode === "remove" && { withdrawnAt: now }) },
    select: { id: true },
  });

  return pairs;
}

/**
 * Their name leaves the author lists of their own papers and of these papers' references in any spelling, and all others
 * of the study as it is written here; self-citation was kept apart. A pool is a library's catalogue and stays.
 */
async function forgetName(tx: Transaction, subject: Subject, name: string): Promise<void> {
  const { studyId } = subject;
  const key = authorKey(name);
  const others = (authors: readonly string[]) => authors.filter((author) => authorKey(author) !== key);
  const focalIds = subject.papers.map((paper) => paper.focalId);
  const papers = await tx.focalPaper.findMany({
    where: { studyId, OR: [{ id: { in: focalIds } }, { authors: { has: name } }] },
    select: { id: true, authors: true },
  });
  for (const { id, authors } of papers) {
    if (others(authors).length === authors.length) continue;
    const where = { studyId_id: { studyId, id } };
    await tx.focalPaper.update({ where, data: { authors: others(authors) }, select: { id: true } });
  }
  const references = await tx.focalReference.findMany({
    where: { studyId, OR: [{ focalId: { in: focalIds } }, { authors: { has: name } }] },
    select: { focalId: true, n: true, authors: true },
  });
  for (const { focalId, n, authors } of references) {
    if (others(authors).length === authors.length) continue;
    const where = { studyId_focalId_n: { studyId, focalId, n } };
    await tx.focalReference.update({ where, data: { authors: others(authors) }, select: { n: true } });
  }
}
