import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { env } from "@/lib/env";
import { connect } from "./connection";

/** In memory where there is room: many small clusters that all wait for one disk are what makes database tests slow. */
export function testFolder(prefix: string): string {
  let parent = os.tmpdir();
  if (fs.existsSync("/dev/shm")) {
    const { bavail, bsize } = fs.statfsSync("/dev/shm");
    if (bavail * bsize > 4e9) parent = "/dev/shm";
  }
  return fs.mkdtempSync(path.join(parent, prefix));
}

/** For tests: an empty database beside the one of DATABASE_URL, gone afterwards. */
export async function withScratchDatabase<T>(fn: (url: string) => Promise<T>, beside?: string): Promise<T> {
  const server = beside ?? env().DATABASE_URL ?? "";
  const admin = await connect(server, "assay scratch");
  const name = `assay_scratch_${randomBytes(6).toString("hex")}`;
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    try {
      return await fn(onDatabase(server, name));
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await admin.end();
  }
}

/** The same server, another database. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
