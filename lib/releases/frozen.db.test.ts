import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { restoreBackup } from "@/lib/db/backup/restore-backup";
import { writeBackup } from "@/lib/db/backup/write-backup";
import { prisma } from "@/lib/db/client";
import { connect } from "@/lib/db/connection";
import { withBulk } from "@/lib/db/copy";
import { mapDatabaseError } from "@/lib/db/map-error";
import { migrate } from "@/lib/db/migrate";
import { withScratchDatabase } from "@/lib/db/scratch-database";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { createRelease } from "./create-release";
import { filesOf, planOf, release, verified } from "./test-release";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-frozen-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** As whoever the studio is to the database: its own role, with SQL of one's own. */
async function raw<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(undefined, "test");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const FILE = '"studyId" = $1 AND "releaseId" = $2 AND path =';
const REFUSED: [name: string, statement: string][] = [
  ["another version", 'UPDATE "Release" SET version = \'9.9.9\' WHERE "studyId" = $1 AND id = $2'],
  ["set back to building", 'UPDATE "Release" SET state = \'building\' WHERE "studyId" = $1 AND id = $2'],
  ["another manifest", `UPDATE "Release" SET manifest = '{}' WHERE "studyId" = $1 AND id = $2`],
  ["deleted", 'DELETE FROM "Release" WHERE "studyId" = $1 AND id = $2'],
  ["a file’s hash", `UPDATE "ReleaseFile" SET sha256 = 'x' WHERE ${FILE} 'labels.jsonl'`],
  ["a file is deleted", `DELETE FROM "ReleaseFile" WHERE ${FILE} 'labels.jsonl'`],
  ["a file is added", `INSERT INTO "ReleaseFile" VALUES ($1, $2, 'more.txt', 'text/plain', 'x', 1, NULL)`],
  ["a file’s content", `UPDATE "ReleaseChunk" SET content = 'x' WHERE ${FILE} 'labels.jsonl'`],
  ["a piece is deleted", `DELETE FROM "ReleaseChunk" WHERE ${FILE} 'labels.jsonl'`],
  ["a piece is added", `INSERT INTO "ReleaseChunk" VALUES ($1, $2, 'labels.jsonl', 1, 'x')`],
  ["a piece moves elsewhere", `UPDATE "ReleaseChunk" SET n = 7 WHERE ${FILE} 'labels.jsonl'`],
];

test("the database itself refuses every change of a finished release, whoever asks", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME ME", "ME", 0.5]]);
  const { releaseId } = await release(studyId);
  const before = await filesOf(studyId, releaseId);
  await raw(async (client) => {
    for (const [name, statement] of REFUSED)
      await expect(client.query(statement, [studyId, releaseId]), name).rejects.toMatchObject({
        code: "23001",
        message: expect.stringMatching(/finished/),
      });
    for (const table of ["Release", "ReleaseFile", "ReleaseChunk"])
      await expect(client.query(`TRUNCATE "${table}" CASCADE`), table).rejects.toMatchObject({ code: "23001" });
  });
  expect(await filesOf(studyId, releaseId)).toEqual(before);
  expect(await verified(studyId, releaseId)).toEqual([]);
});

test("what the database refuses is told as a conflict, whichever way it was asked", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME ME", "ME", 0.5]]);
  const { releaseId } = await release(studyId);
  const where = { studyId_id: { studyId, id: releaseId } };
  const told = { code: "conflict", status: 409, message: expect.stringMatching(/^Nothing was changed: a finished/) };
  await expect(withTransaction(command, (tx) => tx.release.delete({ where }))).rejects.toMatchObject(told);
  const gone = sql`DELETE FROM "ReleaseFile" WHERE "releaseId" = ${releaseId}::uuid`;
  await expect(withBulk((bulk) => bulk.execute(gone))).rejects.toMatchObject(told);
  const plain = await prisma()
    .releaseChunk.deleteMany({ where: { studyId } })
    .catch((error: unknown) => error);
  expect(mapDatabaseError(plain)).toMatchObject(told);
  expect(await verified(studyId, releaseId)).toEqual([]);
});

test("what is not finished can change and go, and a study takes its releases with it", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME ME", "ME", 0.5]]);
  const { releaseId } = await release(studyId);
  const draft = await createRelease(command, { studyId, plan: planOf() });
  await raw(async (client) => {
    const own = [studyId, draft.releaseId];
    await client.query(`INSERT INTO "ReleaseFile" VALUES ($1, $2, 'a.txt', 'text/plain', 'x', 1, NULL)`, own);
    await client.query(`INSERT INTO "ReleaseChunk" VALUES ($1, $2, 'a.txt', 0, 'x')`, own);
    await client.query(`UPDATE "ReleaseFile" SET bytes = 2 WHERE ${FILE} 'a.txt'`, own);
    expect((await client.query('DELETE FROM "Release" WHERE "studyId" = $1 AND id = $2', own)).rowCount).toBe(1);
    expect((await client.query('DELETE FROM "Study" WHERE id = $1', [studyId])).rowCount).toBe(1);
  });
  expect(await prisma().release.count({ where: { studyId, id: releaseId } })).toBe(0);
  expect(await prisma().releaseChunk.count({ where: { studyId } })).toBe(0);
});

test("a backup brings a finished release back with its files, and nothing can be added to it then", async () => {
  const [studyId, releaseId] = [uuid7(), uuid7()];
  const backup = path.join(folder, "backup");
  const file = { path: "labels.jsonl", sha256: "a".repeat(64) };
  const made = await withScratchDatabase(async (url) => {
    await migrate(url);
    const client = await connect(url, "test");
    await client.query(`INSERT INTO "Study" (id, slug, name) VALUES ($1, 's', 's')`, [studyId]);
    await client.query(
      `INSERT INTO "Release" ("studyId", id, version, profile, plan) VALUES ($1, $2, '1.0.0', 'public', '{}')`,
      [studyId, releaseId],
    );
    for (const [name, sha256] of [
      [file.path, file.sha256],
      ["manifest.json", "b"],
    ]) {
      const values = [studyId, releaseId, name, sha256];
      await client.query(`INSERT INTO "ReleaseFile" VALUES ($1, $2, $3, 'text/plain', $4, 4, NULL)`, values);
      for (const n of [0, 1])
        await client.query(`INSERT INTO "ReleaseChunk" VALUES ($1, $2, $3, $4, 'ab')`, [studyId, releaseId, name, n]);
    }
    await client.query(`UPDATE "Release" SET state = 'ready', manifest = $1`, [JSON.stringify({ files: [file] })]);
    await client.end();

    return writeBackup(backup, { url });
  });
  expect(made.tables.find((table) => table.name === "ReleaseChunk")?.rows).toBe(4);
  await withScratchDatabase(async (url) => {
    await restoreBackup(backup, { url });
    const client = await connect(url, "test");
    try {
      const found = await client.query(`SELECT path, n, content::text FROM "ReleaseChunk" ORDER BY 1, 2`);
      expect(found.rows.map((row) => [row.path, row.n])).toEqual([
        ["labels.jsonl", 0],
        ["labels.jsonl", 1],
        ["manifest.json", 0],
        ["manifest.json", 1],
      ]);
      for (const [name, statement] of REFUSED)
        await expect(client.query(statement.replace("', 1, 'x'", "', 2, 'x'"), [studyId, releaseId]), name)
          .rejects //
          .toMatchObject({ code: "23001" });
    } finally {
      await client.end();
    }
  });
});
