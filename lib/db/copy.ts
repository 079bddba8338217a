import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "./client";
import { connect, type Row, run } from "./connection";
import { type CopyValue, encodeCopyText } from "./copy-text";
import { assertDiskSpace } from "./disk-guard";
import { mapDatabaseError } from "./map-error";
import { withPrismaOn } from "./prisma-on-client";
import { identifier, join, type Sql, sql } from "./sql";

type Rows = AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>;

const TYPES = {
  text: sql`text`,
  uuid: sql`uuid`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  real: sql`double precision`,
  boolean: sql`boolean`,
  time: sql`timestamptz(3)`,
  json: sql`jsonb`,
};

/** Columns of a staging table, in the order of the rows' values. */
export type StagingColumns = Record<string, keyof typeof TYPES>;

/** One transaction on a connection of its own, for what is too much for Prisma. */
export type Bulk = {
  /** A temporary table that ends with the transaction, filled as the rows come; answers how many came. */
  stage(table: string, columns: StagingColumns, rows: Rows): Promise<number>;
  /** COPY into a table that exists. */
  copyInto(table: string, columns: readonly string[], rows: Rows): Promise<number>;
  rows<R extends Row>(statement: Sql): Promise<R[]>;
  /** Answers how many rows it changed. */
  execute(statement: Sql): Promise<number>;
  /** Prisma inside this same transaction: for audit events and other verbs. */
  withPrisma<T>(ctx: ServiceContext, fn: (tx: Transaction, ctx: ServiceContext) => Promise<T>): Promise<T>;
};

/** All that `fn` does is committed together, or nothing of it. `url` is for tests. */
export async function withBulk<T>(fn: (bulk: Bulk) => Promise<T>, url?: string): Promise<T> {
  let client: pg.Client | undefined;
  try {
    assertDiskSpace();
    client = await connect(url, "assay bulk");
    await client.query("BEGIN");
    const result = await fn(bulkOn(client));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client?.query("ROLLBACK").catch(() => undefined);
    throw mapDatabaseError(error);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function* guarded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    assertDiskSpace();
    yield chunk;
  }
}

function bulkOn(client: pg.Client): Bulk {
  const copyInto = async (table: string, columns: readonly string[], rows: Rows) => {
    const names = join(columns.map(identifier));
    const stream = client.query(copyFrom(sql`COPY ${identifier(table)} (${names}) FROM STDIN`.text));
    const source = Readable.from(guarded(encodeCopyText(rows, columns.length)), {
      objectMode: false,
      highWaterMark: 1 << 18,
    });
    await pipeline(source, stream);
    return stream.rowCount;
  };
  return {
    copyInto,
    async stage(table, columns, rows) {
      const list = Object.entries(columns).map(([name, type]) => sql`${identifier(name)} ${TYPES[type]}`);
      await run(client, sql`CREATE TEMPORARY TABLE ${identifier(table)} (${join(list)}) ON COMMIT DROP`);
      const count = await copyInto(table, Object.keys(columns), rows);
      await run(client, sql`ANALYZE ${identifier(table)}`);
      return count;
    },
    async rows<R extends Row>(statement: Sql) {
      return (await run<R>(client, statement)).rows;
    },
    async execute(statement) {
      return (await run(client, statement)).count;
    },
    withPrisma(ctx, fn) {
      return withPrismaOn(client, (tx) => fn(tx, { ...ctx, db: tx }));
    },
  };
}
