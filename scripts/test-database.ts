import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "@/lib/db/migrate";
import { generate } from "./generate.mjs";

/** Vitest's global setup: a PostgreSQL of this run alone, with all migrations applied, and its end. */
export default async function setup(): Promise<() => Promise<void>> {
  await generate();
  const given = process.env.DATABASE_URL;
  const database = given ? await createIn(given) : await startOwn();
  await migrate(database.url);
  process.env.DATABASE_URL = database.url;
  return database.end;
}

type Database = { url: string; end: () => Promise<void> };

async function createIn(given: string): Promise<Database> {
  const name = `assay_test_${randomBytes(6).toString("hex")}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, end: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function startOwn(): Promise<Database> {
  const bin = "/usr/lib/postgresql/15/bin";
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-test-"));
  const id = process.getuid?.() === 0 ? 65_534 : undefined;
  if (id !== undefined) fs.chownSync(folder, id, id);
  const as = { uid: id, gid: id, cwd: "/" };
  const made = spawnSync(
    `${bin}/initdb`,
    ["-D", `${folder}/pg`, "-U", "assay", "-A", "trust", "-E", "UTF8", "--no-sync"],
    as,
  );
  if (made.status !== 0) throw new Error(String(made.stderr));
  const server = spawn(
    `${bin}/postgres`,
    ["-D", `${folder}/pg`, "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=100"],
    { ...as, stdio: "ignore" },
  );
  const url = (name: string) => `postgresql://assay@localhost/${name}?host=${encodeURIComponent(folder)}`;
  for (let i = 0; ; i += 1) {
    try {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      await client.query("CREATE DATABASE assay");
      await client.end();
      break;
    } catch (error) {
      if (i > 150) throw error;
      await sleep(100);
    }
  }
  return {
    url: url("assay"),
    end: async () => {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
