import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { ServiceError } from "@/lib/errors";
import { readPidFile, systemIdentifier } from "./pid-file";
import type { Places } from "./places";
import { SUPERUSER } from "./postmaster";

export function urlOf(folder: string, database: string): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

export type Found =
  | { state: "ours"; client: pg.Client; socketFolder: string }
  | { state: "busy"; reason: string }
  | { state: "absent" };

/** Starting up, in recovery, shutting down, all connections taken: to be asked again. */
const BUSY = new Set(["57P03", "57P01", "53300"]);

/**
 * Looks for a server on our data and connects to it. It is ours if it names our data folder and the system identifier
 * that stands in our pg_control; a pid alone proves nothing.
 */
export async function findServer(places: Places, name: string): Promise<Found> {
  const file = readPidFile(places.pg);
  const folder = file?.socketFolder;
  if (!folder || !fs.existsSync(path.join(folder, ".s.PGSQL.5432"))) return { state: "absent" };
  const client = new pg.Client({
    connectionString: urlOf(folder, "postgres"),
    application_name: name,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ECONNREFUSED") return { state: "absent" };
    if (code !== undefined && BUSY.has(code)) return { state: "busy", reason: message };
    if (code === "ECONNRESET" || code === "EPIPE" || code === undefined) return { state: "busy", reason: message };
    throw new ServiceError("unavailable", `The server at ${folder} does not let us in: ${message}`);
  }
  try {
    const { rows } = await client.query<{ folder: string; identifier: string }>(
      "SELECT current_setting('data_directory') AS folder, system_identifier::text AS identifier FROM pg_control_system()",
    );
    const real = fs.realpathSync(places.pg);
    const same =
      rows[0] && fs.realpathSync(rows[0].folder) === real && rows[0].identifier === systemIdentifier(places.pg);
    if (!same) {
      throw new ServiceError(
        "unavailable",
        `A server that is not ours answers at ${folder}: it serves ${rows[0]?.folder}, not ${real}. Nothing was changed.`,
      );
    }
    await assertDurable(client);
    return { state: "ours", client, socketFolder: folder };
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && BUSY.has(code)) return { state: "busy", reason: String(error) };
    throw error;
  }
}

/** An acknowledged label must be on the disk. */
export async function assertDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding')",
  );
  const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings[name] === "off");
  if (off.length > 0) {
    throw new ServiceError(
      "unavailable",
      `The PostgreSQL server runs with ${off.join(" and ")} off: saved labels could be lost when the power fails. Turn it on, then start again.`,
    );
  }
  if (settings.server_encoding !== "UTF8") {
    throw new ServiceError("unavailable", `The database's encoding is ${settings.server_encoding}; Assay needs UTF8.`);
  }
}
