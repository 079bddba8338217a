import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";

const DAY_MS = 86_400_000;

/**
 * Counts one attempt against `key` in a fixed window and throws when there are more than `limit`. The counter lives in
 * the database, outside any transaction of the caller: a restart or a rolled-back attempt does not reset it.
 */
export async function countAttempt(_ctx: ServiceContext, key: string, limit: number, windowMs: number): Promise<void> {
  const windowAt = new Date(Math.floor(Date.now() / windowMs) * windowMs);
  const rows = await prisma().$queryRaw<{ count: number }[]>`
    INSERT INTO "RateCount" AS r (key, "windowAt", count) VALUES (${key}, ${windowAt}, 1)
    ON CONFLICT (key, "windowAt") DO UPDATE SET count = r.count + 1 RETURNING count`;
  const count = rows[0]?.count ?? 0;
  // A key's first attempt clears away the windows that have long ended: the table stays as small as a day.
  if (count === 1) await prisma().rateCount.deleteMany({ where: { windowAt: { lt: new Date(Date.now() - DAY_MS) } } });
  if (count <= limit) return;
  const retryAfter = Math.ceil((windowAt.getTime() + windowMs - Date.now()) / 1000);
  throw new ServiceError(
    "too_many",
    `Too many attempts. Please wait ${Math.ceil(retryAfter / 60)} min and try again.`,
    {
      retryAfter,
    },
  );
}

/** Takes one attempt back: what succeeded is no guess. A lab that signs in at nine from one address is not an attack. */
export async function forgiveAttempt(_ctx: ServiceContext, key: string, windowMs: number): Promise<void> {
  const windowAt = new Date(Math.floor(Date.now() / windowMs) * windowMs);
  await prisma().rateCount.updateMany({
    where: { key, windowAt, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}
