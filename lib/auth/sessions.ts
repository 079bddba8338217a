import type { Actor, ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";

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

type SessionRow = { userId: string; administrator: boolean };

/** The actor behind a session id, read from the rows on each request, so that revoking works at once. */
export async function actorOfSession(ctx: ServiceContext, sessionId: string): Promise<Actor> {
  const [row] = await queryPrepared<SessionRow>(
    ctx,
    "actor of session",
    sql`
    SELECT u."id"::text AS "userId", u."administrator" FROM "Session" s JOIN "User" u ON u."id" = s."userId"
    WHERE s."id" = ${sessionId}::uuid AND s."revokedAt" IS NULL AND s."expiresAt" > ${new Date()}::timestamptz
      AND u."disabledAt" IS NULL`,
  );
  if (!row) return { kind: "anonymous" };

  return { kind: "user", userId: row.userId, sessionId, administrator: row.administrator };
}
