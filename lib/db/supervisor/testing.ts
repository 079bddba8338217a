import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { afterAll } from "vitest";
import { connect } from "@/lib/db/connection";
import { testFolder } from "@/lib/db/scratch-database";
import { giveTo } from "./account";
import { urlOf } from "./adopt";
import { isAlive, readPidFile } from "./pid-file";
import { makeDataFolder, type Places, placesAt, socketFolder } from "./places";
import { initialise } from "./postmaster";
import { stopEmbedded } from "./supervisor";

let template: Promise<string> | undefined;

/** initdb takes a second of processor and many fsyncs: it is run once a file, and its result copied. */
async function makeTemplate(): Promise<string> {
  const data = testFolder("assay-template-");
  const places = placesAt(data);
  makeDataFolder(places);
  await initialise(places);
  return places.pg;
}

afterAll(async () => {
  const made = await template;
  if (made) fs.rmSync(path.dirname(made), { recursive: true, force: true });
});

/** For tests: a data folder of their own (with `fresh`, an empty one), and its end whatever runs on it. */
export async function withPlaces<T>(fn: (places: Places) => Promise<T>, fresh = false): Promise<T> {
  const data = testFolder("assay-sup-");
  const places = placesAt(data);
  try {
    if (!fresh) {
      template ??= makeTemplate();
      fs.cpSync(await template, places.pg, { recursive: true });
      fs.chmodSync(places.pg, 0o700);
      giveTo(places.account, places.pg);
    }
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
