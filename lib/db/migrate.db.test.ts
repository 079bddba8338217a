import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { connect, type Row } from "./connection";
import { migrate, migrationsFolder } from "./migrate";
import { withScratchDatabase } from "./scratch-database";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

function folderWith(migrations: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-migrations-"));
  folders.push(folder);
  fs.writeFileSync(path.join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
  for (const [name, sql] of Object.entries(migrations)) {
    fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
  }
  return folder;
}

async function ask(url: string, query: string): Promise<Row[]> {
  const client = await connect(url, "test");
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

const FIRST = { "1_first": "CREATE TABLE a (n int);" };

test("all of this version's migrations apply once", async () => {
  await withScratchDatabase(async (url) => {
    const names = fs.readdirSync(migrationsFolder()).filter((name) => /^\d/.test(name));
    expect(await migrate(url)).toEqual(names.sort());
    expect(await migrate(url)).toEqual([]);
  });
});

test("four processes at once: one applies, the others wait and find it done", async () => {
  await withScratchDatabase(async (url) => {
    const folder = folderWith(FIRST);
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder)));
    expect(applied.flat()).toEqual(["1_first"]);
    expect(await ask(url, "SELECT count(*)::int AS n FROM _prisma_migrations")).toEqual([{ n: 1 }]);
  });
});

test("a database of a newer version is refused untouched", async () => {
  await withScratchDatabase(async (url) => {
    await migrate(url, folderWith({ ...FIRST, "2_second": "CREATE TABLE b (n int);" }));
    const older = migrate(url, folderWith({ ...FIRST, "3_other": "DROP TABLE a;" }));
    await expect(older).rejects.toThrow(/newer version.*2_second/);
    expect(await ask(url, "SELECT to_regclass('a') IS NOT NULL AS a")).toEqual([{ a: true }]);
  });
});

test("a migration that fails in the middle leaves nothing, and finishes once it can", async () => {
  await withScratchDatabase(async (url) => {
    const second =
      "CREATE TABLE b (n int); INSERT INTO a VALUES (1); CREATE TABLE c AS SELECT 1 / n AS q FROM a; SELECT 1;";
    const folder = folderWith({ ...FIRST, "2_second": second });
    await ask(url, "CREATE TABLE unrelated (n int); DROP TABLE unrelated;");
    await migrate(url, folderWith(FIRST));
    await ask(url, "INSERT INTO a VALUES (0)");
    await expect(migrate(url, folder)).rejects.toThrow("division by zero");
    expect(await ask(url, "SELECT to_regclass('b') AS b, count(*)::int AS n FROM a")).toEqual([{ b: null, n: 1 }]);
    await ask(url, "DELETE FROM a");
    expect(await migrate(url, folder)).toEqual(["2_second"]);
    expect(await ask(url, "SELECT count(*)::int AS n FROM c")).toEqual([{ n: 1 }]);
  });
});

test("a connection killed in the middle of a migration: the next start finishes it", async () => {
  await withScratchDatabase(async (url) => {
    const slow = "CREATE TABLE b (n int); SELECT pg_sleep((SELECT n FROM a)); CREATE TABLE c (n int);";
    const folder = folderWith({ ...FIRST, "2_second": slow });
    await migrate(url, folderWith(FIRST));
    await ask(url, "INSERT INTO a VALUES (30)");
    const run = migrate(url, folder).catch((error: unknown) => error);
    for (let killed = 0; killed === 0; ) {
      const rows = await ask(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
      );
      killed = rows.length;
    }
    expect(await run).toBeInstanceOf(Error);
    await ask(url, "UPDATE a SET n = 0");
    expect(await migrate(url, folder)).toEqual(["2_second"]);
    expect(await migrate(url, folder)).toEqual([]);
  });
});

test("a function body with semicolons is one statement", async () => {
  await withScratchDatabase(async (url) => {
    const body = "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;";
    await migrate(url, folderWith({ "1_function": body }));
    expect(await ask(url, "SELECT two()")).toEqual([{ two: 2 }]);
  });
});
