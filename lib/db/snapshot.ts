import type { Readable } from "node:stream";
import { to as copyTo } from "pg-copy-streams";
import { connect, type Row, run } from "./connection";
import { mapDatabaseError } from "./map-error";
import { identifier, Sql, sql } from "./sql";

/** The database as it was at one moment, whatever is written meanwhile. Close it: it holds a connection. */
export type Snapshot = {
  /** Names the moment; the same in every file of one export. */
  id: string;
  rows<R extends Row>(statement: Sql): Promise<R[]>;
  /** All rows in pages, through a cursor: memory does not grow with their number. The first page may be smaller. */
  pages<R extends Row>(statement: Sql, size?: number, first?: number): AsyncGenerator<R[]>;
  /** The statement's rows in COPY's text (or CSV) format. */
  copyOut(statement: Sql, format?: "text" | "csv"): Readable;
  close(): Promise<void>;
};

export async function openSnapshot(url?: string): Promise<Snapshot> {
  const client = await connect(url, "assay snapshot").catch((error) => {
    throw mapDatabaseError(error);
  });
  await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const { rows } = await run<{ id: string }>(client, sql`SELECT pg_current_snapshot()::text AS id`);
  let cursors = 0;

  async function* pages<R extends Row>(statement: Sql, size = 2_000, first = size): AsyncGenerator<R[]> {
    cursors += 1;
    const cursor = identifier(`assay_${cursors}`);
    // FETCH takes no parameter for its count.
    const fetch = (rows: number) => sql`FETCH FORWARD ${new Sql([String(Math.trunc(rows))], [])} FROM ${cursor}`;
    try {
      await run(client, sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${statement}`);
      for (let rows = first; ; rows = size) {
        const page = await run<R>(client, fetch(rows));
        if (page.rows.length === 0) break;
        yield page.rows;
      }
    } catch (error) {
      throw mapDatabaseError(error);
    } finally {
      await run(client, sql`CLOSE ${cursor}`).catch(() => undefined);
    }
  }

  return {
    id: rows[0]?.id ?? "",
    pages,
    async rows<R extends Row>(statement: Sql) {
      try {
        return (await run<R>(client, statement)).rows;
      } catch (error) {
        throw mapDatabaseError(error);
      }
    },
    copyOut(statement, format = "text") {
      const options = format === "csv" ? "(FORMAT csv, HEADER true)" : "(FORMAT text)";
      return client.query(copyTo(`COPY (${statement.literalText}) TO STDOUT ${options}`));
    },
    close: () => client.end(),
  };
}

/** Closes the snapshot whatever happens. */
export async function withSnapshot<T>(fn: (snapshot: Snapshot) => Promise<T>, url?: string): Promise<T> {
  const snapshot = await openSnapshot(url);
  try {
    return await fn(snapshot);
  } finally {
    await snapshot.close();
  }
}
