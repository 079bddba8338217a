import pg from "pg";
import { env } from "@/lib/env";
import type { Sql } from "./sql";

/** A connection of its own, outside Prisma's pool. Its death in between is told by the next query, not by an event. */
export async function connect(url: string | undefined, name: string): Promise<pg.Client> {
  const connectionString = url ?? env().DATABASE_URL;
  if (!connectionString) throw new Error("DATABASE_URL is not set: start through `assay`, or name a PostgreSQL >= 15.");
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    options: "-c timezone=UTC",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export type Row = Record<string, unknown>;

/** Values of pg: int8 and numeric as strings, timestamptz as Date, json parsed. */
export async function run<R extends Row>(client: pg.Client, statement: Sql): Promise<{ rows: R[]; count: number }> {
  const result = await client.query<R>(statement.text, [...statement.values]);
  return { rows: result.rows, count: result.rowCount ?? 0 };
}
