import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ServiceError } from "@/lib/errors";
import { type Found, findServer } from "./adopt";
import { makeDataFolder, type Places } from "./places";
import { initialise, spawnPostmaster } from "./postmaster";

const PATIENCE = 30_000;
/** Said by a postmaster that found another, or the backends of a killed one that have not ended yet. */
const HELD = /lock file ".*" already exists|pre-existing shared memory block|already in use/;

export type Running = { client: pg.Client; socketFolder: string; started: boolean };

/** Connects to the server on our data: the one that runs, else a new one. Waits for recovery and for dying backends. */
export async function ensureServer(places: Places, name: string): Promise<Running> {
  makeDataFolder(places);
  await initialise(places);
  const deadline = Date.now() + PATIENCE;
  let child: ChildProcess | undefined;
  let logStart = 0;
  let started = false;
  for (;;) {
    const found: Found = await findServer(places, name);
    if (found.state === "ours") return { ...found, started };
    if (child && hasEnded(child)) {
      const said = readFrom(places.log, logStart);
      if (!HELD.test(said))
        throw new ServiceError("unavailable", `The database did not start:\n${said.trim().slice(-800)}`);
      child = undefined;
      started = false;
    }
    if (Date.now() > deadline) throw tooLong(places, found);
    if (found.state === "absent" && !child) {
      logStart = fs.statSync(places.log, { throwIfNoEntry: false })?.size ?? 0;
      child = await spawnPostmaster(places);
      started = true;
    }
    await sleep(25);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function readFrom(file: string, start: number): string {
  const text = fs.readFileSync(file);
  return text.subarray(Math.min(start, text.length)).toString("utf8");
}

function tooLong(places: Places, found: Found): ServiceError {
  const reason = found.state === "busy" ? found.reason : "it does not answer";
  return new ServiceError(
    "unavailable",
    `The database was not ready within ${PATIENCE / 1000} s (${reason}). Its log is ${places.log}. Nothing was changed.`,
  );
}
