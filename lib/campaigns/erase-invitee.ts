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

/** Their name leaves the author lists of their papers and of these papers' references; self-citation was kept apart. */
async function forgetName(tx: Transaction, subject: Subject, name: string): Promise<void> {
  const { studyId } = subject;
  const key = authorKey(name);
  const others = (authors: readonly string[]) => authors.filter((author) => authorKey(author) !== key);
  const focalIds = subject.papers.map((paper) => paper.focalId);
  for (const paper of await tx.focalPaper.findMany({ where: { studyId, id: { in: focalIds } } })) {
    const authors = others(paper.authors);
    if (authors.length === paper.authors.length) continue;
    await tx.focalPaper.update({
      where: { studyId_id: { studyId, id: paper.id } },
      data: { authors },
      select: { id: true },
    });
  }
  for (const row of await tx.focalReference.findMany({ where: { studyId, focalId: { in: focalIds } } })) {
    const { focalId, n } = row;
    const authors = others(row.authors);
    if (authors.length === row.authors.length) continue;
    await tx.focalReference.update({
      where: { studyId_focalId_n: { studyId, focalId, n } },
      data: { authors },
      select: { n: true },
    });
  }
}
