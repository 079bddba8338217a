import type { Actor, ServiceContext } from "@/lib/context";
import { prisma, type Transaction } from "./client";
import { uuid7 } from "./uuid";

class Rollback extends Error {}

/** Runs a test's body in a transaction that is always rolled back. `ctx.db` is that transaction. */
export async function withTestTransaction<T>(
  fn: (ctx: ServiceContext, tx: Transaction) => Promise<T>,
  actor: Actor = { kind: "command" },
): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await prisma().$transaction(
      async (tx) => {
        result = { value: await fn({ actor, requestId: uuid7(), db: tx }, tx) };
        throw new Rollback();
      },
      { timeout: 60_000, maxWait: 30_000 },
    );
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  if (!result) throw new Error("The body of the test did not run.");
  return result.value;
}
