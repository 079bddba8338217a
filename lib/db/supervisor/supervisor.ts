import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { guardDisk } from "@/lib/db/disk-guard";
import { ServiceError } from "@/lib/errors";
import { findServer, urlOf } from "./adopt";
import { ensureServer, type Running } from "./ensure-server";
import { withLockFile } from "./lock-file";
import { isAlive, readPidFile } from "./pid-file";
import { places as currentPlaces, makeDataFolder, type Places } from "./places";

const DATABASE = "assay";
const PRESENCE = "assay presence";

export type Embedded = {
  url: string;
  /** Whether this process started the server, or found it running. */
  started: boolean;
  /** Leaves; the last one out stops the server. Close every other connection of this process first. */
  release(): Promise<void>;
};

function lockFile(places: Places): string {
  return path.join(places.data, "supervisor.lock");
}

/**
 * Joins the server on our data, starting it where it does not run. A connection is held until `release`, so that others
 * see us. With `watch`, a server that dies is started again.
 */
export async function joinEmbedded(options: { watch?: boolean; places?: Places } = {}): Promise<Embedded> {
  const places = options.places ?? currentPlaces();
  let leaving = false;
  let presence: pg.Client;
  const join = async (): Promise<Running> => {
    const running = await ensureServer(places, PRESENCE);
    await createDatabase(running.client);
    presence = running.client;
    running.client.once("end", () => {
      if (options.watch && !leaving) void rejoin();
    });
    return running;
  };
  const rejoin = async () => {
    for (let wait = 100; !leaving; wait = Math.min(wait * 2, 5_000)) {
      try {
        await join();
        return;
      } catch {
        await sleep(wait);
      }
    }
  };
  makeDataFolder(places); // There is no lock in a folder that is not there.
  const first = await withLockFile(lockFile(places), join);
  guardDisk(places.pg);
  return {
    url: urlOf(first.socketFolder, DATABASE),
    started: first.started,
    async release() {
      leaving = true;
      guardDisk(undefined);
      await withLockFile(lockFile(places), async () => {
        const alone = (await others(presence).catch(() => null)) === 0;
        await presence.end().catch(() => undefined);
        if (alone) await stopServer(places);
      });
    },
  };
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
  if (rowCount) return;
  await client.query("CREATE DATABASE assay").catch((error: { code?: string }) => {
    if (error.code !== "42P04" && error.code !== "23505") throw error;
  });
}

async function others(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  return rows[0]?.n ?? 0;
}

/** A fast shutdown (SIGINT: clients are cut off, a checkpoint is written), and its end. */
async function stopServer(places: Places): Promise<void> {
  const file = readPidFile(places.pg);
  if (!file) return;
  process.kill(file.pid, "SIGINT");
  for (let waited = 0; readPidFile(places.pg)?.pid === file.pid && isAlive(file.pid); waited += 20) {
    if (waited > 60_000) throw new ServiceError("unavailable", `The database (process ${file.pid}) does not stop.`);
    await sleep(20);
  }
}

export type Status = { running: boolean; data: string; pid?: number; version?: string; clients?: number };

export async function embeddedStatus(places = currentPlaces()): Promise<Status> {
  const found = await findServer(places, "assay status");
  if (found.state !== "ours") return { running: false, data: places.data };
  const { rows } = await found.client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const clients = await others(found.client);
  await found.client.end();
  return { running: true, data: places.data, pid: readPidFile(places.pg)?.pid, version: rows[0]?.version, clients };
}

/** Stops the server by hand; refuses while others use it, unless forced. Answers false where none runs. */
export async function stopEmbedded(options: { force?: boolean; places?: Places } = {}): Promise<boolean> {
  const places = options.places ?? currentPlaces();
  const found = await findServer(places, "assay stop");
  if (found.state !== "ours") return false;
  return withLockFile(lockFile(places), async () => {
    const using = await others(found.client);
    await found.client.end();
    if (using > 0 && !options.force) {
      throw new ServiceError(
        "conflict",
        `The database is in use (${using} ${using === 1 ? "connection" : "connections"}), so it was left running. ` +
          "Stop what uses it (assay start, other commands), or add --force.",
      );
    }
    await stopServer(places);
    return true;
  });
}
