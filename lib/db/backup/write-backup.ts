import { createHash, type Hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connect, run } from "@/lib/db/connection";
import { mapDatabaseError } from "@/lib/db/map-error";
import { identifier, join, sql } from "@/lib/db/sql";
import { projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { type Manifest, writeManifest } from "./manifest";
import { appliedMigrations, listTables, type Table } from "./tables";

/** Counts and hashes what passes. */
export function tap(hash: Hash): Transform & { bytes: number; lines: number } {
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      stream.bytes += chunk.length;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) stream.lines += 1;
      done(null, chunk);
    },
  }) as Transform & { bytes: number; lines: number };
  stream.bytes = 0;
  stream.lines = 0;
  return stream;
}

/**
 * All tables as they were at one moment, into a folder that is there complete or not at all. Rows are in the order of
 * their keys, so that two backups of the same data have the same hashes.
 */
export async function writeBackup(
  folder: string,
  options: { url?: string; secretsFile?: string } = {},
): Promise<Manifest> {
  const target = path.resolve(folder);
  if (fs.existsSync(target))
    throw new ServiceError("conflict", `${target} exists already. Nothing was written. Name another folder.`);
  const making = `${target}.partial`;
  fs.rmSync(making, { recursive: true, force: true });
  fs.mkdirSync(making, { recursive: true, mode: 0o700 });
  const client = await connect(options.url, "assay backup");
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables: Manifest["tables"] = [];
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, making));
    const secrets = options.secretsFile !== undefined && fs.existsSync(options.secretsFile);
    if (options.secretsFile && secrets) {
      fs.writeFileSync(path.join(making, "secrets.json"), fs.readFileSync(options.secretsFile), { mode: 0o600 });
    }
    const manifest = { ...(await origin(client)), tables, secrets };
    writeManifest(making, manifest);
    fs.renameSync(making, target);
    return manifest;
  } catch (error) {
    fs.rmSync(making, { recursive: true, force: true });
    throw mapDatabaseError(error);
  } finally {
    await client.end();
  }
}

async function writeTable(client: pg.Client, table: Table, folder: string): Promise<Manifest["tables"][number]> {
  const { name, columns, key } = table;
  const select = sql`SELECT ${join(columns.map(identifier))} FROM ${identifier(name)} ORDER BY ${join(key.map(identifier))}`;
  const hash = createHash("sha256");
  const counted = tap(hash);
  const file = `${name}.copy.gz`;
  await pipeline(
    client.query(copyTo(sql`COPY (${select}) TO STDOUT`.text)),
    counted,
    createGzip({ level: 5 }),
    fs.createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return { name, columns, file, rows: counted.lines, bytes: counted.bytes, sha256: hash.digest("hex") };
}

async function origin(client: pg.Client) {
  const { rows } = await run<{ postgres: string; snapshot: string }>(
    client,
    sql`SELECT current_setting('server_version') AS postgres, pg_current_snapshot()::text AS snapshot`,
  );
  const { version } = JSON.parse(fs.readFileSync(path.join(projectRoot(), "package.json"), "utf8"));
  return {
    format: "assay-backup/1" as const,
    madeAt: new Date().toISOString(),
    assay: String(version),
    postgres: rows[0]?.postgres ?? "",
    snapshot: rows[0]?.snapshot ?? "",
    migrations: await appliedMigrations(client),
  };
}
