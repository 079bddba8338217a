import fs from "node:fs";
import { expect, test } from "vitest";
import { describeDatabase } from "./catalog";
import { connect } from "./connection";
import { migrate } from "./migrate";
import { lastSchemaFile, schemaFile } from "./new-migration";
import { diffSchemas } from "./schema-engine";
import { withScratchDatabase } from "./scratch-database";

/** Written by hand in a migration, since Prisma's schema language cannot say them. */
const HAND_WRITTEN = [
  "Slot_open_idx",
  ...["Release_frozen", "ReleaseFile_frozen", "ReleaseChunk_frozen"],
  ...["Release_kept", "ReleaseFile_kept", "ReleaseChunk_kept"],
];

function isHandWritten(line: string): boolean {
  return HAND_WRITTEN.some((name) => line.includes(`"${name}"`));
}

test("the schema is that of the last migration (else: npm run migrate:new NAME)", async () => {
  const last = fs.readFileSync(lastSchemaFile(), "utf8");
  expect(await diffSchemas(last, fs.readFileSync(schemaFile(), "utf8"))).toBe("");
});

test("migrations make the database that the schema says", async () => {
  const script = await diffSchemas(null, fs.readFileSync(schemaFile(), "utf8"));
  const wanted = await withScratchDatabase(async (url) => {
    const client = await connect(url, "test");
    await client.query(script);
    await client.end();
    return describeDatabase(url);
  });
  const found = await withScratchDatabase(async (url) => {
    await migrate(url);
    return describeDatabase(url);
  });
  expect(found.filter((line) => !isHandWritten(line))).toEqual(wanted);
  expect(found.filter(isHandWritten)).toHaveLength(HAND_WRITTEN.length);
  expect(wanted.length).toBeGreaterThan(200);
});

test("the comparison sees a column, an index and a default that differ", async () => {
  const schema = fs.readFileSync(schemaFile(), "utf8");
  expect(await diffSchemas(schema, schema.replace("slug        String       @unique", "slug        String"))).toContain(
    'DROP INDEX "Study_slug_key"',
  );
  await withScratchDatabase(async (url) => {
    await migrate(url);
    const before = await describeDatabase(url);
    const client = await connect(url, "test");
    await client.query('ALTER TABLE "Study" ALTER COLUMN "licence" SET DEFAULT \'open\'');
    await client.query('ALTER TABLE "Study" ADD COLUMN "extra" text');
    await client.end();
    const changed = (await describeDatabase(url)).filter((line) => !before.includes(line));
    expect(changed).toEqual(["column Study.extra text", "column Study.licence text not null default 'open'::text"]);
  });
});
