import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "@/lib/db/client";
import { connect } from "@/lib/db/connection";
import { migrate, migrationsFolder } from "@/lib/db/migrate";
import { withScratchDatabase } from "@/lib/db/scratch-database";
import { readManifest } from "./manifest";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

let folder = "";

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-backup-"));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

const TEXT = "tab\t back\\slash \\N \r\n é 漢字 🙂 '; drop table x;--";

async function fill(url: string, options: { demo?: boolean; user?: boolean } = {}): Promise<void> {
  const client = createClient(url);
  const study = await client.study.create({
    data: {
      slug: randomUUID(),
      name: TEXT,
      demo: options.demo ?? false,
      createdAt: new Date("2026-03-29T01:30:00.123Z"),
    },
  });
  const item = { studyId: study.id, key: "k", content: { text: TEXT, n: [1.5, null, true] }, contentHash: "h" };
  await client.item.createMany({ data: [item, { ...item, key: "l", located: false }] });
  if (options.user) {
    const user = await client.user.create({ data: { email: randomUUID(), name: "R", passphraseHash: "x" } });
    await client.membership.create({ data: { studyId: study.id, userId: user.id, role: "rater" } });
  }
  await client.$disconnect();
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = await connect(url, "test");
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

const hashes = (tables: { name: string; sha256: string; rows: number }[]) =>
  tables.map(({ name, sha256, rows }) => [name, rows, sha256]);

test("what was backed up is what is there after the restore, to the byte; secrets come along", async () => {
  const secretsFile = path.join(folder, "secrets.json");
  fs.writeFileSync(secretsFile, '{"session":"abc"}', { mode: 0o600 });
  const first = path.join(folder, "first");
  const made = await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url, { user: true });
    return writeBackup(first, { url, secretsFile });
  });
  expect(made.tables.find((table) => table.name === "Item")?.rows).toBe(2);
  expect(fs.statSync(first).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(first, "secrets.json")).mode & 0o777).toBe(0o600);
  await withScratchDatabase(async (url) => {
    const restored = path.join(folder, "restored-secrets.json");
    await restoreBackup(first, { url, secretsFile: restored });
    const again = await writeBackup(path.join(folder, "second"), { url });
    expect(hashes(again.tables)).toEqual(hashes(made.tables));
    expect(again.migrations).toEqual(made.migrations);
    expect(await ask(url, 'SELECT name, "createdAt" FROM "Study"')).toEqual([
      { name: TEXT, createdAt: new Date("2026-03-29T01:30:00.123Z") },
    ]);
    expect(fs.readFileSync(restored, "utf8")).toBe('{"session":"abc"}');
    expect(fs.statSync(restored).mode & 0o777).toBe(0o600);
  });
});

test("a database with accounts or studies is refused untouched; one with the demo alone is taken", async () => {
  const backup = path.join(folder, "backup");
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url);
    await writeBackup(backup, { url });
    await expect(restoreBackup(backup, { url })).rejects.toThrow("holds 0 accounts and 1 studies. Nothing was changed");
    expect(await ask(url, 'SELECT count(*)::int AS n FROM "Study"')).toEqual([{ n: 1 }]);
  });
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url, { demo: true });
    await restoreBackup(backup, { url });
    expect(await ask(url, 'SELECT demo FROM "Study"')).toEqual([{ demo: false }]);
  });
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url, { demo: true, user: true });
    await expect(restoreBackup(backup, { url })).rejects.toThrow("holds 1 accounts");
  });
});

test("a database that somebody uses is refused", async () => {
  const backup = path.join(folder, "backup");
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await writeBackup(backup, { url });
    const other = await connect(url, "other");
    await expect(restoreBackup(backup, { url })).rejects.toThrow("is in use");
    await other.end();
    await restoreBackup(backup, { url });
  });
});

test("a damaged backup is refused before anything is touched", async () => {
  const backup = path.join(folder, "backup");
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url, { demo: true });
    await writeBackup(backup, { url });
    const file = path.join(backup, "Item.copy.gz");
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.subarray(0, bytes.length - 9));
    await expect(restoreBackup(backup, { url })).rejects.toThrow("Item.copy.gz is damaged");
    fs.writeFileSync(file, bytes);
    const manifest = path.join(backup, "manifest.json");
    fs.writeFileSync(manifest, fs.readFileSync(manifest, "utf8").replace('"rows": 2', '"rows": 3'));
    await expect(restoreBackup(backup, { url })).rejects.toThrow("is not what was written");
    expect(await ask(url, 'SELECT count(*)::int AS n FROM "Item"')).toEqual([{ n: 2 }]);
  });
  await expect(restoreBackup(folder, { url: "unused" })).rejects.toThrow("is no backup of Assay");
});

test("a backup of an older version is read and brought to this one; one of a newer version is refused", async () => {
  const names = fs
    .readdirSync(migrationsFolder())
    .filter((name) => /^\d/.test(name))
    .sort();
  const next = path.join(folder, "migrations");
  fs.cpSync(migrationsFolder(), next, { recursive: true });
  fs.mkdirSync(path.join(next, "99990101000000_later"));
  fs.writeFileSync(
    path.join(next, "99990101000000_later/migration.sql"),
    'ALTER TABLE "Study" ADD COLUMN "later" int DEFAULT 7;',
  );
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await fill(url);
    await writeBackup(path.join(folder, "old"), { url });
  });
  await withScratchDatabase(async (url) => {
    await restoreBackup(path.join(folder, "old"), { url, migrations: next });
    expect(await ask(url, 'SELECT later FROM "Study"')).toEqual([{ later: 7 }]);
    const newer = await writeBackup(path.join(folder, "new"), { url });
    expect(newer.migrations).toEqual([...names, "99990101000000_later"]);
  });
  await withScratchDatabase(async (url) => {
    await expect(restoreBackup(path.join(folder, "new"), { url })).rejects.toThrow("made by a newer Assay");
    expect(await ask(url, "SELECT to_regclass('\"Study\"') AS t")).toEqual([{ t: null }]);
  });
});

test("a backup made while people write is of one moment: every membership has its user", async () => {
  await withScratchDatabase(async (url) => {
    await migrate(url);
    let writing = true;
    const writer = (async () => {
      while (writing) await fill(url, { user: true });
    })();
    const backups = [];
    for (let i = 0; i < 4; i += 1) backups.push(await writeBackup(path.join(folder, `b${i}`), { url }));
    writing = false;
    await writer;
    for (const { tables } of backups) {
      const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
      expect(rows.Membership).toBeLessThanOrEqual(rows.User!);
      expect(rows.Item).toBeLessThanOrEqual(rows.Study! * 2);
    }
    expect(backups.at(-1)!.tables.find((table) => table.name === "User")!.rows).toBeGreaterThan(0);
    const last = path.join(folder, "b3");
    await withScratchDatabase((empty) => restoreBackup(last, { url: empty }));
    expect(readManifest(last).snapshot).not.toBe(backups[0]!.snapshot);
  });
});

test("a folder that exists is not written over", async () => {
  await expect(writeBackup(folder, { url: "unused" })).rejects.toThrow("exists already");
});
