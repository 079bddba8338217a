import { randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { connect } from "./connection";

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
