import { requireRole, requireUser } from "@/lib/auth/require-role";
import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";

export type Me = { userId: string; raterId: string | null };

/** The person who rates. Only an explicit membership counts: administrators do not rate unless they are raters too. */
export async function requireRater(ctx: ServiceContext, studyId: string): Promise<Me> {
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const rows = await queryPrepared<{ raterId: string | null }>(
    ctx,
    "rater of user",
    sql`
    SELECT r."id"::text AS "raterId" FROM "Membership" m
    LEFT JOIN "Rater" r ON r."studyId" = m."studyId" AND r."userId" = m."userId"
    WHERE m."studyId" = ${studyId}::uuid AND m."userId" = ${userId}::uuid AND m."role" = 'rater'`,
  );
  if (rows[0] && userId) return { userId, raterId: rows[0].raterId };
  await requireRole(ctx, studyId, ["rater"]);

  return { userId: requireUser(ctx), raterId: null };
}

/** The same, for what only somebody with work behind them can ask. */
export async function requireRaterWithWork(ctx: ServiceContext, studyId: string): Promise<string> {
  const { raterId } = await requireRater(ctx, studyId);
  if (!raterId) throw notFound("This item");

  return raterId;
}

// A version never changes, so its parsed form may be kept; the bound keeps a busy server's memory flat.
const versions = new Map<string, Codebook>();

export async function codebookVersion(ctx: ServiceContext, studyId: string, version: number): Promise<Codebook> {
  const key = `${studyId} ${version}`;
  const known = versions.get(key);
  if (known) return known;
  const row = await database(ctx).codebook.findUnique({
    where: { studyId_version: { studyId, version } },
    select: { content: true },
  });
  if (!row) throw notFound("This codebook");
  const codebook = CodebookSchema.parse(row.content);
  if (versions.size >= 200) versions.clear();
  versions.set(key, codebook);

  return codebook;
}

/** Work under one key runs one after another in this process; other instances are kept apart by the database. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  turns.set(key, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}

const turns = new Map<string, Promise<unknown>>();
