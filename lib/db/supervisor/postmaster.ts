import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { ServiceError } from "@/lib/errors";
import { giveTo, namedAccount } from "./account";
import { NoServerForPlatform, serverBinaries } from "./binaries";
import { isAlive, isForeign, readPidFile } from "./pid-file";
import { type Places, socketFolder } from "./places";

export const MAJOR = "18";
export const SUPERUSER = "assay";

const NAMELESS = /could not look up effective user ID/;

/** Nothing of the caller's environment: PGOPTIONS, LC_ALL and the like would change the server. */
function spawnOptions(
  { account }: Places,
  stdio: SpawnOptions["stdio"],
  extra: Record<string, string> = {},
): SpawnOptions {
  const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", ...extra };
  const as = account ? { uid: account.uid, gid: account.gid } : {};
  return { ...as, cwd: "/", env: environment as unknown as NodeJS.ProcessEnv, stdio };
}

/** Makes the cluster, complete or not at all. Two processes may try at once: one rename wins. */
export async function initialise(places: Places): Promise<void> {
  const { pg, account } = places;
  if (fs.existsSync(path.join(pg, "PG_VERSION"))) return checkExisting(places);
  sweep(places);
  const making = `${pg}.making-${process.pid}-${randomBytes(4).toString("hex")}`;
  fs.mkdirSync(making, { mode: 0o700 });
  giveTo(account, making);
  try {
    const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
    const args = ["-D", making, "-U", SUPERUSER, "-A", "trust", "--no-instructions", "--data-checksums", ...locale];
    await runToEnd(places, "initdb", args).catch(async (error) => {
      // initdb, not the server, wants its account to have a name. Root can lend it one that has.
      const lent = account && NAMELESS.test(String(error)) ? namedAccount() : null;
      if (!lent) throw error;
      giveTo(lent, making);
      await runToEnd({ ...places, account: lent }, "initdb", args);
      giveTo(account, making);
    });
    fs.renameSync(making, pg);
  } catch (error) {
    fs.rmSync(making, { recursive: true, force: true });
    if (!fs.existsSync(path.join(pg, "PG_VERSION"))) throw error;
  }
}

function checkExisting({ pg, account }: Places): void {
  const version = fs.readFileSync(path.join(pg, "PG_VERSION"), "utf8").trim();
  if (version !== MAJOR) {
    throw new ServiceError(
      "unavailable",
      `The data in ${pg} are of PostgreSQL ${version}; this Assay brings PostgreSQL ${MAJOR}. Nothing was changed. ` +
        "Make a backup with the Assay that wrote them (assay backup), then restore it into an empty data folder.",
    );
  }
  if (account && fs.statSync(pg).uid === 0) giveTo(account, pg); // Copied here by root.
}

/** What a process that was killed during initdb left behind. */
function sweep({ pg }: Places): void {
  const parent = path.dirname(pg);
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/^pg\.making-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (pid !== process.pid && !isAlive(pid)) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

async function runToEnd(places: Places, program: string, args: string[]): Promise<void> {
  const file = path.join(serverBinaries(places), "bin", program);
  const child = spawn(file, args, spawnOptions(places, ["ignore", "ignore", "pipe"]));
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(explainSpawn(error)));
    child.once("close", resolve);
  });
  if (code === 0) return;
  if (said.includes("GLIBC_")) throw new NoServerForPlatform("its C library is too old");
  throw new ServiceError(
    "unavailable",
    `The database could not be set up: ${program} says: ${said.trim().slice(-600)}`,
  );
}

function explainSpawn(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  // The file is there, so what is missing is its loader: another C library (musl).
  if (code === "ENOENT" || code === "ENOEXEC") return new NoServerForPlatform("its C library is not glibc");
  return new ServiceError("unavailable", `The database's program cannot be run: ${error.message}`);
}

/**
 * Starts a postmaster in its own session, so that Ctrl-C in this terminal does not reach it. Its durable settings stand
 * on its command line, where no file of the data folder can undo them.
 */
export async function spawnPostmaster(places: Places): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socketFolder(places),
    unix_socket_permissions: "0700",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: "100",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "off",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openLog(places.log);
  // Where the file names a live process that is not ours, PostgreSQL is told so the way pg_ctl tells it of its shell;
  // it then does its own check of shared memory before it takes the file over.
  const old = readPidFile(places.pg);
  const foreign: Record<string, string> =
    old && isAlive(old.pid) && isForeign(old.pid, places.pg) ? { PG_GRANDPARENT_PID: String(old.pid) } : {};
  try {
    const file = path.join(serverBinaries(places), "bin/postgres");
    const child = spawn(file, ["-D", places.pg, ...args], {
      ...spawnOptions(places, ["ignore", log, log], foreign),
      detached: true,
    });
    await once(child, "spawn").catch((error) => Promise.reject(explainSpawn(error)));
    child.unref();
    return child;
  } finally {
    fs.closeSync(log);
  }
}

function openLog(file: string): number {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, "a", 0o600);
}
