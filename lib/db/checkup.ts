import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { env } from "@/lib/env";
import { appliedMigrations } from "./backup/tables";
import { connect, run } from "./connection";
import { checkExternal } from "./external";
import { migrationsFolder } from "./migrate";
import { provideDatabase } from "./provide";
import { readOrMakeSecrets } from "./secrets";
import { sql } from "./sql";
import { secretsFolder } from "./supervisor/places";
import { embeddedStatus } from "./supervisor/supervisor";

export type Check = { check: string; ok: boolean; note: string };

/** Runs one check; what it throws is its note. */
export async function check(name: string, fn: () => Promise<string> | string): Promise<Check> {
  try {
    return { check: name, ok: true, note: await fn() };
  } catch (error) {
    return { check: name, ok: false, note: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether the database and the data folder are as they should be. Changes nothing, but starts a server that is not running. */
export async function checkDatabase(): Promise<Check[]> {
  const url = env().DATABASE_URL;
  const checks = [
    await check("data folder", () => dataFolder()),
    await check("secrets", () => {
      readOrMakeSecrets(secretsFolder());
      return "strong, readable by their owner alone";
    }),
  ];
  const running = url ? null : await embeddedStatus().catch(() => null);
  checks.push(
    await check("database", async () => {
      if (url) await checkExternal(url);
      const database = await provideDatabase({ migrate: false });
      try {
        checks.push(...(await inDatabase(database.url)));
      } finally {
        await database.release();
      }
      if (url) return "the PostgreSQL of DATABASE_URL";
      return running?.running
        ? `embedded, running, ${running.clients} connections`
        : "embedded, was started for this check";
    }),
  );
  return checks;
}

const ENOUGH = 1e9;

function dataFolder(): string {
  const folder = secretsFolder();
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = `${((Number(bavail) * Number(bsize)) / 1e9).toFixed(1)} GB free`;
  if (Number(bavail) * Number(bsize) < ENOUGH) throw new Error(`${folder}: only ${free}; imports need more.`);
  return `${folder}, ${free}`;
}

async function inDatabase(url: string): Promise<Check[]> {
  const client = await connect(url, "assay doctor");
  try {
    return [
      await check("durability", async () => {
        const { rows } = await run<{ version: string; size: string }>(
          client,
          sql`SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS size`,
        );
        return `PostgreSQL ${rows[0]?.version}, fsync on, ${rows[0]?.size}`;
      }),
      await check("migrations", async () => {
        const applied = await appliedMigrations(client);
        const known = fs
          .readdirSync(migrationsFolder())
          .filter((name) => fs.existsSync(path.join(migrationsFolder(), name, "migration.sql")));
        const newer = applied.filter((name) => !known.includes(name));
        if (newer.length > 0) throw new Error(`The database is of a newer version: ${newer.join(", ")}.`);
        const missing = known.length - applied.length;
        return missing === 0
          ? `all ${known.length} applied`
          : `${missing} of ${known.length} will be applied at the next start`;
      }),
      await check("jobs", () => jobsNote(client)),
    ];
  } finally {
    await client.end();
  }
}

/** Failed jobs are no fault of the installation: what they belong to says on its page what to do. */
async function jobsNote(client: pg.Client): Promise<string> {
  const { rows: tables } = await run(client, sql`SELECT 1 WHERE to_regclass('pgboss.job') IS NOT NULL`);
  if (tables.length === 0) return "no queue yet; made with the migrations";
  const { rows } = await run<{ name: string; id: string; at: string; message: string }>(
    client,
    sql`SELECT name, id::text, to_char(completed_on AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at,
        coalesce(left(output->>'message', 200), '') AS message
      FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC LIMIT 11`,
  );
  if (rows.length === 0) return "none failed";
  const lines = rows.slice(0, 10).map(({ name, id, at, message }) => `${name} ${id}, ${at} UTC: ${message}`);

  return `failed in the last 30 days: ${lines.join(" | ")}${rows.length > 10 ? " | and more" : ""}`;
}
