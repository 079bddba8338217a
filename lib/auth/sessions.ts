import type { Actor, ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";

export const SESSION_DAYS = 30;

/** A new session row; its id is all that the cookie's JWT carries. */
export async function openSession(ctx: ServiceContext, userId: string): Promise<string> {
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  const row = await database(ctx).session.create({ data: { userId, expiresAt }, select: { id: true } });

  return row.id;
}

export async function revokeSession(ctx: ServiceContext, sessionId: string): Promise<void> {
  await database(ctx).session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

export async function revokeSessionsOf(ctx: ServiceContext, userId: string): Promise<number> {
  const { count } = await database(ctx).session.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });

  return count;
}

/** The actor behind a session id, read from the rows on each request, so that revoking works at once. */
export async function actorOfSession(ctx: ServiceContext, sessionId: string): Promise<Actor> {
  const row = await database(ctx).session.findUnique({
    where: { id: sessionId },
    select: { expiresAt: true, revokedAt: true, user: { select: { id: true, administrator: true, disabledAt: true } } },
  });
  if (!row || row.revokedAt || row.expiresAt <= new Date() || row.user.disabledAt) return { kind: "anonymous" };

  return { kind: "user", userId: row.user.id, sessionId, administrator: row.user.administrator };
}
