import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { connect } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { onDatabase, testFolder } from "@/lib/db/scratch-database";
import { placesAt } from "@/lib/db/supervisor/places";
import { joinEmbedded, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { generate } from "./generate.mjs";

type Database = { url: string; end: () => Promise<unknown> };

/** Vitest's global setup: a PostgreSQL of this run alone, with all migrations applied, and its end. */
export default async function setup(): Promise<() => Promise<void>> {
  await generate();
  const database = await testDatabase();
  await migrate(database.url);
  process.env.DATABASE_URL = database.url;
  return async () => {
    await database.end();
  };
}

/** A new database in the server of DATABASE_URL; without one, a server of its own in a temporary folder. */
export async function testDatabase(): Promise<Database> {
  const given = process.env.DATABASE_URL;
  return given ? createIn(given) : startOwn();
}

async function createIn(given: string): Promise<Database> {
  const name = `assay_test_${randomBytes(6).toString("hex")}`;
  const ask = async (statement: string) => {
    const client = await connect(given, "assay test");
    await client.query(statement);
    await client.end();
  };
  await ask(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  return { url: onDatabase(given, name), end: () => ask(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function startOwn(): Promise<Database> {
  const folder = testFolder("assay-test-");
  const places = placesAt(folder);
  const server = await joinEmbedded({ places });
  return {
    url: server.url,
    end: async () => {
      await server.release();
      await stopEmbedded({ places, force: true });
      const socket = new URL(server.url).searchParams.get("host");
      for (const made of [folder, socket]) if (made) fs.rmSync(made, { recursive: true, force: true });
    },
  };
}
