import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connect, run } from "@/lib/db/connection";
import { mapDatabaseError } from "@/lib/db/map-error";
import { migrate, migrationsFolder } from "@/lib/db/migrate";
import { identifier, join, sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { type Manifest, readManifest } from "./manifest";
import { appliedMigrations } from "./tables";
import { tap } from "./write-backup";

type Target = { url: string; secretsFile?: string; migrations?: string };

/**
 * Reads a backup into a database that holds nothing, or nothing but the demo. Every hash is checked before anything is
 * touched. The schema is first made as it was in the backup, then brought to this version's.
 */
export async function restoreBackup(folder: string, target: Target): Promise<Manifest> {
  const manifest = readManifest(folder);
  const migrations = target.migrations ?? migrationsFolder();
  refuseNewer(manifest, migrations);
  for (const table of manifest.tables) await checkTable(folder, table);
  const client = await connect(target.url, "assay restore");
  try {
    await refuseUsed(client);
    await client.query("DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await migrate(target.url, migrations, manifest.migrations.at(-1));
    await load(client, folder, manifest);
    await migrate(target.url, migrations);
  } catch (error) {
    throw mapDatabaseError(error);
  } finally {
    await client.end();
  }
  if (manifest.secrets && target.secretsFile) restoreSecrets(folder, target.secretsFile);
  return manifest;
}

function refuseNewer(manifest: Manifest, migrations: string): void {
  const unknown = manifest.migrations.filter((name) => !fs.existsSync(path.join(migrations, name)));
  if (unknown.length === 0) return;
  throw new ServiceError(
    "unprocessable",
    `The backup was made by a newer Assay (${manifest.assay}, migration ${unknown.join(", ")}). Nothing was changed. Restore it with that version or a later one.`,
  );
}

async function checkTable(folder: string, table: Manifest["tables"][number]): Promise<void> {
  const hash = createHash("sha256");
  const counted = tap(hash);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const damaged = new ServiceError(
    "bad_input",
    `${path.join(folder, table.file)} is damaged or missing: its sha-256 differs. Nothing was changed.`,
  );
  try {
    await pipeline(fs.createReadStream(path.join(folder, table.file)), createGunzip(), counted, nowhere);
  } catch {
    throw damaged;
  }
  if (hash.digest("hex") !== table.sha256 || counted.lines !== table.rows) throw damaged;
}

/** The demo is no one's work; an account, or any other study, is. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows: others } = await run<{ n: number }>(
    client,
    sql`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if (others[0]?.n) {
    throw new ServiceError(
      "conflict",
      "The database is in use. Nothing was changed. Stop Assay (and other commands), then restore.",
    );
  }
  if ((await appliedMigrations(client)).length === 0) return;
  const { rows } = await run<{ users: number; studies: number }>(
    client,
    sql`SELECT (SELECT count(*) FROM "User")::int AS users, (SELECT count(*) FROM "Study" WHERE NOT demo)::int AS studies`,
  );
  const { users = 0, studies = 0 } = rows[0] ?? {};
  if (users === 0 && studies === 0) return;
  throw new ServiceError(
    "conflict",
    `The database holds ${users} accounts and ${studies} studies. Nothing was changed. A backup is restored into an empty database only: set ASSAY_DATA to a new folder, or DATABASE_URL to a new database.`,
  );
}

async function load(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await client.query("BEGIN");
  for (const table of manifest.tables) {
    const columns = join(table.columns.map(identifier));
    const into = client.query(copyFrom(sql`COPY ${identifier(table.name)} (${columns}) FROM STDIN`.text));
    await pipeline(fs.createReadStream(path.join(folder, table.file)), createGunzip(), into);
    if (into.rowCount !== table.rows) throw new Error(`${table.name}: ${into.rowCount} of ${table.rows} rows came in.`);
  }
  await client.query("COMMIT");
  await client.query("ANALYZE");
}

function restoreSecrets(folder: string, file: string): void {
  const making = `${file}.restored`;
  fs.writeFileSync(making, fs.readFileSync(path.join(folder, "secrets.json")), { mode: 0o600 });
  fs.renameSync(making, file);
}
