import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { connect } from "@/lib/db/connection";
import { urlOf } from "./adopt";
import { isAlive, readPidFile } from "./pid-file";
import { type Places, placesAt, socketFolder } from "./places";
import { stopEmbedded } from "./supervisor";

/** For tests: a data folder of their own, and its end whatever runs on it. */
export async function withPlaces<T>(fn: (places: Places) => Promise<T>): Promise<T> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "assay-sup-"));
  const places = placesAt(data);
  try {
    return await fn(places);
  } finally {
    await stopEmbedded({ places, force: true }).catch(() => undefined);
    fs.rmSync(socketFolder(places), { recursive: true, force: true });
    fs.rmSync(data, { recursive: true, force: true });
  }
}

export function postmasterPid(places: Places): number {
  const file = readPidFile(places.pg);
  if (!file) throw new Error("No postmaster.pid.");
  return file.pid;
}

export async function killPostmaster(places: Places): Promise<void> {
  const pid = postmasterPid(places);
  process.kill(pid, "SIGKILL");
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function client(places: Places, database = "assay"): Promise<pg.Client> {
  return connect(urlOf(socketFolder(places), database), "test");
}

export async function ask<R extends pg.QueryResultRow>(places: Places, query: string): Promise<R[]> {
  const open = await client(places);
  try {
    return (await open.query<R>(query)).rows;
  } finally {
    await open.end();
  }
}
