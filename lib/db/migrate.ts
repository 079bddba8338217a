import path from "node:path";
import pg from "pg";
import { projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { ensureJobTables } from "./job-tables";
import { readMigrationList, runMigrations } from "./schema-engine";

/** Any fixed number; the engine's own lock is another. */
const LOCK = 7_214_100_451;

type Row = { migration_name: string; checksum: string; finished_at: Date | null; rolled_back_at: Date | null };

export function migrationsFolder(): string {
  return path.join(projectRoot(), "prisma/migrations");
}

/**
 * Brings the database to the schema of this version; returns the names applied now. One process at a time: the others
 * wait. A database of a newer version is refused untouched. `last` stops there: the schema of an older version.
 */
export async function migrate(url: string, folder = migrationsFolder(), last?: string): Promise<string[]> {
  const list = readMigrationList(folder, last);
  const known = list.migrationDirectories.map((directory) => directory.path);
  const client = new pg.Client({ connectionString: url, application_name: "assay migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const rows = await appliedRows(client);
    refuseUnknown(rows, known);
    await forgetHalfApplied(client, rows);
    const done = new Set(rows.filter((row) => row.finished_at && !row.rolled_back_at).map((row) => row.migration_name));
    const applied = known.every((name) => done.has(name)) ? [] : await runMigrations(url, list);
    await ensureJobTables(client);
    return applied;
  } finally {
    await client.end();
  }
}

async function appliedRows(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('_prisma_migrations')::text AS found",
  );
  if (!rows[0]?.found) return [];
  const found = await client.query<Row>(
    "SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at",
  );
  return found.rows;
}

function refuseUnknown(rows: Row[], known: string[]): void {
  const unknown = rows.filter((row) => !known.includes(row.migration_name)).map((row) => row.migration_name);
  if (unknown.length === 0) return;
  throw new ServiceError(
    "unavailable",
    `The database was made by a newer version of Assay (it has the migration ${unknown.join(", ")}, which this version does not know). ` +
      "Nothing was changed. Start that version or a later one.",
  );
}

/**
 * Each migration file runs as one transaction (test: migrate.db.test.ts), so a row without an end means that nothing
 * of it is there: the row is closed as rolled back and the migration runs again.
 */
async function forgetHalfApplied(client: pg.Client, rows: Row[]): Promise<void> {
  const half = rows.filter((row) => row.finished_at === null && row.rolled_back_at === null);
  for (const row of half) {
    await client.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL",
      [row.migration_name],
    );
  }
}
