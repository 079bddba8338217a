import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "./client";
import { type Bulk, withBulk } from "./copy";
import { withSnapshot } from "./snapshot";
import { sql } from "./sql";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

async function newStudy(): Promise<string> {
  return (await prisma().study.create({ data: { slug: randomUUID(), name: "Copied" } })).id;
}

function insertItems(bulk: Bulk, studyId: string) {
  return bulk.execute(sql`
    INSERT INTO "Item" ("studyId", id, key, content, "contentHash")
    SELECT ${studyId}, gen_random_uuid(), key, content, hash FROM staged`);
}

const COLUMNS = { key: "text", content: "json", hash: "text" } as const;

test("text of every kind comes back as it went in", async () => {
  const studyId = await newStudy();
  const texts = [
    "tab\there",
    "line\nand\r\nreturn",
    "back\\slash \\N \\.",
    "quote ' \" ; drop table x;--",
    "é 漢字 🙂 \u200f\ufeff",
    "",
    "\b\f\v\u0001\u007f",
  ];
  const rows = texts.map((text, i) => [`${i}`, { text }, text]);
  await withBulk(async (bulk) => {
    expect(await bulk.stage("staged", COLUMNS, rows)).toBe(texts.length);
    expect(await insertItems(bulk, studyId)).toBe(texts.length);
  });
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(items.map((item) => item.contentHash)).toEqual(texts);
  expect(items.map((item) => item.content)).toEqual(texts.map((text) => ({ text })));
});

test("null, numbers, times and booleans", async () => {
  const at = new Date("2026-03-29T01:30:00.123Z");
  const types = { a: "text", b: "integer", c: "bigint", d: "real", e: "boolean", f: "time" } as const;
  const rows = await withBulk(async (bulk) => {
    await bulk.stage("staged", types, [[null, -1, 9007199254740993n, 0.1, true, at]]);
    return bulk.rows(sql`SELECT * FROM staged`);
  });
  expect(rows).toEqual([{ a: null, b: -1, c: "9007199254740993", d: 0.1, e: true, f: at }]);
});

test("nothing is kept when the rows, or what follows, fail", async () => {
  const studyId = await newStudy();
  async function* broken() {
    for (let i = 0; i < 50_000; i += 1) yield [`k${i}`, {}, "h"];
    throw new Error("the file ends here");
  }
  await expect(withBulk((bulk) => bulk.stage("staged", COLUMNS, broken()))).rejects.toThrow("the file ends here");
  const after = withBulk(async (bulk) => {
    await bulk.stage("staged", COLUMNS, [["k", {}, "h"]]);
    await insertItems(bulk, studyId);
    await bulk.withPrisma(ctx, (tx) => tx.study.update({ where: { id: studyId }, data: { name: "changed" } }));
    throw new Error("no");
  });
  await expect(after).rejects.toThrow("no");
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  expect((await prisma().study.findUniqueOrThrow({ where: { id: studyId } })).name).toBe("Copied");
});

test("Prisma joins the bulk's transaction: it sees the rows, and nobody else does before the end", async () => {
  const studyId = await newStudy();
  await withBulk(async (bulk) => {
    await bulk.stage("staged", COLUMNS, [["k", {}, "h"]]);
    await insertItems(bulk, studyId);
    await bulk.withPrisma(ctx, async (tx, inner) => {
      expect(inner.db).toBe(tx);
      expect(await tx.item.count({ where: { studyId } })).toBe(1);
      await tx.study.update({ where: { id: studyId }, data: { name: "imported" } });
    });
    const refused = bulk.withPrisma(ctx, (tx) => tx.study.create({ data: { id: studyId, slug: "x", name: "x" } }));
    await expect(refused).rejects.toMatchObject({ code: "P2002" });
    expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  });
  expect(await prisma().item.count({ where: { studyId } })).toBe(1);
  expect((await prisma().study.findUniqueOrThrow({ where: { id: studyId } })).name).toBe("imported");
});

test("what cannot be stored is refused, never altered", async () => {
  const stage = (text: unknown) => withBulk((bulk) => bulk.stage("staged", { a: "text" }, [[text as string]]));
  await expect(stage("a\u0000b")).rejects.toMatchObject({ code: "bad_input" });
  await expect(stage("a\ud83c")).rejects.toMatchObject({ code: "bad_input" });
  await expect(stage(undefined)).rejects.toThrow("undefined");
  const json = withBulk((bulk) => bulk.stage("staged", { a: "json" }, [[{ text: "a\u0000b" }]]));
  await expect(json).rejects.toMatchObject({ code: "bad_input" });
});

test("memory stays flat: 600 MB of rows pass through", async () => {
  const text = "x".repeat(3_000);
  let highest = 0;
  async function* many() {
    for (let i = 0; i < 200_000; i += 1) {
      if (i % 2_000 === 0) {
        const { heapUsed, external, arrayBuffers } = process.memoryUsage();
        highest = Math.max(highest, heapUsed + external + arrayBuffers);
      }
      yield [`${i}`, text];
    }
  }
  const before = process.memoryUsage();
  await withBulk(async (bulk) => {
    expect(await bulk.stage("staged", { key: "text", text: "text" }, many())).toBe(200_000);
  });
  expect(highest - before.heapUsed - before.external - before.arrayBuffers).toBeLessThan(200e6);
}, 120_000);

test("a snapshot shows one moment, in pages, and as COPY", async () => {
  const studyId = await newStudy();
  const fill = (from: number, to: number) =>
    prisma().item.createMany({
      data: Array.from({ length: to - from }, (_, i) => ({
        studyId,
        key: String(from + i).padStart(5, "0"),
        content: { i: from + i },
        contentHash: `it's ${from + i}`,
      })),
    });
  await fill(0, 2_500);
  await withSnapshot(async (snapshot) => {
    await fill(2_500, 2_600);
    const seen: string[] = [];
    const sizes: number[] = [];
    const statement = sql`SELECT key, content FROM "Item" WHERE "studyId" = ${studyId} ORDER BY key`;
    for await (const page of snapshot.pages<{ key: string }>(statement, 1_000)) {
      sizes.push(page.length);
      seen.push(...page.map((row) => row.key));
    }
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(seen.at(-1)).toBe("02499");
    const hash = createHash("sha256");
    let lines = 0;
    const copy = snapshot.copyOut(
      sql`SELECT key FROM "Item" WHERE "studyId" = ${studyId} AND key < ${"00003"} ORDER BY key`,
    );
    for await (const chunk of copy) {
      hash.update(chunk);
      lines += String(chunk).split("\n").length - 1;
    }
    expect(lines).toBe(3);
    expect(hash.digest("hex")).toBe(createHash("sha256").update("00000\n00001\n00002\n").digest("hex"));
    await expect(snapshot.rows(sql`DELETE FROM "Item" WHERE "studyId" = ${studyId}`)).rejects.toThrow("read-only");
  });
});

test("a reader that leaves in the middle leaves the connection usable", async () => {
  await withSnapshot(async (snapshot) => {
    for await (const page of snapshot.pages(sql`SELECT generate_series(1, ${100_000}::int) AS n`, 10)) {
      expect(page).toHaveLength(10);
      break;
    }
    expect(await snapshot.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});
