import type { Transaction } from "@/lib/db/client";
import type { EraseMode } from "@/lib/db/generated/enums";
import { ServiceError } from "@/lib/errors";

/**
 * An account with its sessions and memberships. Labels stay under the rater's pseudonym (`unlink`), without comments, or
 * go as well (`remove`); the chain of events verifies without what was erased. Answers the account's id, or null.
 */
export async function eraseAccount(tx: Transaction, email: string, mode: EraseMode): Promise<string | null> {
  const user = await tx.user.findUnique({ where: { email }, include: { raters: true } });
  if (!user) return null;
  if (user.administrator && (await tx.user.count({ where: { administrator: true, disabledAt: null } })) === 1) {
    throw new ServiceError("conflict", "Nothing was erased: this is the only administrator. Make another one first.");
  }
  for (const { studyId, id: raterId } of user.raters) {
    const where = { studyId, raterId };
    if (mode === "remove") {
      await tx.labelEvent.updateMany({ where, data: { value: null, note: null, salt: null } });
      await tx.label.deleteMany({ where });
    } else {
      const comments = { ...where, OR: [{ question: "_comment" }, { note: { not: null } }] };
      await tx.labelEvent.updateMany({ where: comments, data: { note: null, salt: null } });
      await tx.labelEvent.updateMany({ where: { ...where, question: "_comment" }, data: { value: null } });
      await tx.label.updateMany({ where, data: { note: null } });
      await tx.label.deleteMany({ where: { ...where, question: "_comment" } });
    }
    await tx.rater.update({
      where: { studyId_id: { studyId, id: raterId } },
      data: { name: null, userId: null },
      select: { id: true },
    });
  }
  await tx.adjudicationEvent.updateMany({ where: { userId: user.id }, data: { note: null } });
  await tx.adjudication.updateMany({ where: { userId: user.id }, data: { note: null } });
  await tx.user.delete({ where: { id: user.id }, select: { id: true } });

  return user.id;
}
