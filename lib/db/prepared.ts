import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ServiceContext } from "@/lib/context";
import { env } from "@/lib/env";
import type { Row } from "./connection";
import { assertDiskSpace } from "./disk-guard";
import { isSerializationConflict, mapDatabaseError } from "./map-error";
import { type Sql, sql } from "./sql";

const store = globalThis as typeof globalThis & { assayPrepared?: { url: string; pool: pg.Pool } };

/**
 * Runs one statement as a named prepared statement, outside Prisma: for the few that run at each key press, where
 * planning and Prisma's own work cost more than the statement (bench/labels.ts). Inside `ctx.db` it is part of that
 * transaction. `name` and the statement's text belong together: values vary, the text may not.
 */
export async function queryPrepared<R extends Row>(ctx: ServiceContext, name: string, statement: Sql): Promise<R[]> {
  if (ctx.db) {
    const { parts, values } = statement.spliced();
    const template = Object.assign([...parts], { raw: parts }) as TemplateStringsArray;

    return ctx.db.$queryRaw<R[]>(template, ...values);
  }
  if (WRITES.test(statement.text)) assertDiskSpace();
  try {
    return (await pool().query<R>({ name, text: statement.text, values: [...statement.values] })).rows;
  } catch (error) {
    throw mapDatabaseError(error);
  }
}

/** A statement of a transaction of prepared statements; name and text belong together, as in `queryPrepared`. */
export type PreparedQuery = <R extends Row>(name: string, statement: Sql) => Promise<R[]>;

const ATTEMPTS = 6;

/**
 * One transaction of prepared statements on one connection, or part of the one that `ctx.db` holds. Like
 * `withTransaction`, it begins again after a serialisation conflict or deadlock, so `fn` must have no effect outside the
 * database; nor may it ask the pool for a second connection, which the others who wait for one may hold. `lock`: one
 * transaction at a time has it, in whatever process; taken with BEGIN, so that the first statement sees what was done
 * before.
 */
export async function withPrepared<T>(
  ctx: ServiceContext,
  fn: (query: PreparedQuery) => Promise<T>,
  lock?: string,
): Promise<T> {
  if (ctx.db) {
    if (lock !== undefined) await queryPrepared(ctx, "lock", sql`SELECT ${lockOn(lock)}`);

    return fn((name, statement) => queryPrepared(ctx, name, statement));
  }
  assertDiskSpace();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(fn, lock);
    } catch (error) {
      if (!isSerializationConflict(error) || attempt === ATTEMPTS) throw mapDatabaseError(error);
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

function lockOn(key: string): Sql {
  return sql`pg_advisory_xact_lock(hashtextextended(${key}::text, 0))::text`;
}

async function transact<T>(fn: (query: PreparedQuery) => Promise<T>, lock: string | undefined): Promise<T> {
  const begin = sql`BEGIN ISOLATION LEVEL READ COMMITTED`;
  const start = lock === undefined ? begin : sql`${begin}; SELECT ${lockOn(lock)}`;
  const client = await pool().connect();
  // Lent out, a connection has none of the pool's listeners: its death would end the process.
  client.on("error", ignore);
  let broken = false;
  try {
    await client.query(start.literalText);
    const result = await fn(async <R extends Row>(name: string, { text, values }: Sql) => {
      return (await client.query<R>({ name, text, values: [...values] })).rows;
    });
    const { command } = await client.query("COMMIT");
    // A failed transaction is rolled back by COMMIT, without an error.
    if (command !== "COMMIT") throw new Error("The transaction had failed, and nothing of it was kept.");

    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.removeListener("error", ignore);
    client.release(broken);
  }
}

function ignore(): void {}

const WRITES = /\b(INSERT|UPDATE|DELETE)\b/;

/** Ends the pool; the embedded server can stop only when nobody is connected. */
export async function closePrepared(): Promise<void> {
  const open = store.assayPrepared;
  store.assayPrepared = undefined;
  await open?.pool.end();
}

function pool(): pg.Pool {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start through `assay`, or name a PostgreSQL >= 15.");
  if (store.assayPrepared?.url === url) return store.assayPrepared.pool;
  const made = new pg.Pool({
    connectionString: url,
    max: env().ASSAY_POOL,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    keepAlive: true,
    application_name: "assay hot",
    // The statements are all look-ups by index: planning or compiling them costs more than running them, and a plan made
    // while a table was empty must not be a scan that is kept as it fills. A process that stops in the middle holds no locks.
    options:
      "-c timezone=UTC -c jit=off -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_sort=off -c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=30s",
  });
  // A connection that dies while idle is replaced at the next query; unheard, its error would end the process.
  made.on("error", () => undefined);
  store.assayPrepared = { url, pool: made };

  return made;
}
