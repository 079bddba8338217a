import { hashToken } from "@/lib/auth/token";
import type { Transaction } from "@/lib/db/client";
import type { JoinLinkModel } from "@/lib/db/generated/models";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";

/** Links are built from the configured address, never from a request's Host header. */
export function joinUrl(token: string): string {
  const { ASSAY_URL, ASSAY_HOST, PORT } = env();

  return `${(ASSAY_URL ?? `http://${ASSAY_HOST}:${PORT}`).replace(/\/$/, "")}/join/${token}`;
}

/** One message for wrong, used, expired and revoked: a guesser learns nothing, a person learns what to do. */
export function linkGone(): ServiceError {
  return new ServiceError("not_found", "This link does not work any more. Ask whoever sent it for a new one.");
}

export async function usableLink(tx: Pick<Transaction, "joinLink">, token: string): Promise<JoinLinkModel> {
  const link = await tx.joinLink.findUnique({ where: { tokenHash: hashToken(token) } });
  if (!link || link.revokedAt || link.expiresAt <= new Date() || link.uses >= link.maxUses) throw linkGone();

  return link;
}

/** Administrators are made and unmade one at a time, so that "the first" and "the last" mean one person. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('administrators', 0))::text`;
}

export function countAdministrators(tx: Transaction): Promise<number> {
  return tx.user.count({ where: { administrator: true, disabledAt: null } });
}

/** Counts one use; the condition makes the last use go to one person even when two come at once. */
export async function spendLink(tx: Transaction, link: JoinLinkModel): Promise<void> {
  const { count } = await tx.joinLink.updateMany({
    where: { id: link.id, uses: { lt: link.maxUses }, revokedAt: null },
    data: { uses: { increment: 1 } },
  });
  if (count !== 1) throw linkGone();
}

/** Gives the link's role in its study, or the instance's administration. */
export async function grant(tx: Transaction, link: JoinLinkModel, userId: string): Promise<void> {
  if (link.administrator) {
    await lockAdministrators(tx);
    // This link makes the first one alone; whoever is one by now can make others.
    if ((await countAdministrators(tx)) > 0) throw linkGone();
    await tx.user.update({ where: { id: userId }, data: { administrator: true }, select: { id: true } });
    await grantDemo(tx, userId);

    return;
  }
  if (!link.studyId || !link.role) throw linkGone();
  const key = { studyId: link.studyId, userId, role: link.role };
  await tx.membership.upsert({ where: { studyId_userId_role: key }, create: key, update: {} });
}

/** So that the ten-minute tour can label as well as look: an administrator rates in no other study without being asked. */
async function grantDemo(tx: Transaction, userId: string): Promise<void> {
  const demo = await tx.study.findFirst({ where: { demo: true }, select: { id: true } });
  if (!demo) return;
  for (const role of ["researcher", "rater"] as const) {
    const key = { studyId: demo.id, userId, role };
    await tx.membership.upsert({ where: { studyId_userId_role: key }, create: key, update: {} });
  }
}
