import PgBoss from "pg-boss";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { JOBS, type JobName, type JobPayload } from "./jobs";

/** Where workers listen: PostgreSQL delivers what is said there when the transaction commits, and else never. */
export const CHANNEL = "assay_jobs";

/** Seconds after which a job whose worker gives no sign of life is taken up by another. */
export const LEASE = 60;

/** A server may be off for long; a job that waits meanwhile is not forgotten. */
const TEN_YEARS = 3_650;

const boss = new PgBoss({ db: { executeSql: () => Promise.reject(new Error("Jobs are queued in a transaction.")) } });

export type EnqueueOptions = {
  /** While a job of this name and key waits to be run for the first time, no second is queued. */
  singletonKey?: string;
  startAfter?: Date;
};

/**
 * Queues a job in the transaction of `ctx.db` (where there is none, in one of its own), so that it exists exactly when
 * the row it belongs to does. Answers the job's id, or null where one of the same key waits already. A job runs at least
 * once, in whatever process is first: what it does must bear being done again.
 */
export async function enqueue<N extends JobName>(
  ctx: ServiceContext,
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const { payload: schema, retries, delay } = JOBS[name];
  const data = schema.parse(payload);
  const id = uuid7();

  return withTransaction(ctx, async (tx) => {
    const queued = await boss.send(name, data, {
      id,
      singletonKey: options.singletonKey ?? id,
      ...(options.startAfter && { startAfter: options.startAfter }),
      retryLimit: retries,
      retryDelay: delay,
      retryBackoff: true,
      expireInSeconds: LEASE,
      retentionDays: TEN_YEARS,
      db: databaseOf(tx),
    });
    if (queued === null) await assertQueue(tx, name);
    else await tx.$queryRaw`SELECT pg_notify(${CHANNEL}, ${name})::text`;

    return queued;
  });
}

/** pg-boss's own statements, whose text is fixed and whose parameters are numbered, cannot be tagged templates. */
function databaseOf(tx: Transaction): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const plain = values.map((value) => (isObject(value) ? JSON.stringify(value) : value));

      return { rows: await tx.$queryRawUnsafe<unknown[]>(text, ...plain) };
    },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

/** pg-boss answers null as well where the queue is missing, and the job would be lost without a word. */
async function assertQueue(tx: Transaction, name: string): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT name FROM pgboss.queue WHERE name = ${name}`;
  if (rows.length === 0) throw new Error(`There is no queue ${name}: the database was not migrated.`);
}
