import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContext } from "@/lib/context";
import { prisma, type Transaction } from "./client";
import { assertDiskSpace } from "./disk-guard";
import { isSerializationConflict, mapDatabaseError } from "./map-error";

export type TransactionOptions = {
  isolationLevel?: "ReadCommitted" | "RepeatableRead" | "Serializable";
  /** Milliseconds that the whole may take; long work goes through lib/db/copy.ts instead. */
  timeout?: number;
};

const ATTEMPTS = 6;

/**
 * Runs `fn` in one transaction, or in the one that `ctx.db` already holds. A serialisation conflict or deadlock is
 * tried again from the start, so `fn` must have no effect outside the database. The database's own errors come out as
 * ServiceErrors, but for those that `fn` catches.
 */
export async function withTransaction<T>(
  ctx: ServiceContext,
  fn: (tx: Transaction, ctx: ServiceContext) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (ctx.db) return fn(ctx.db, ctx);
  assertDiskSpace();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prisma().$transaction((tx) => fn(tx, { ...ctx, db: tx }), {
        isolationLevel: options.isolationLevel ?? "ReadCommitted",
        timeout: options.timeout ?? 15_000,
        maxWait: 10_000,
      });
    } catch (error) {
      if (!isSerializationConflict(error) || attempt === ATTEMPTS) throw mapDatabaseError(error);
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
