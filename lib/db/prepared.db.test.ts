import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "./client";
import { type PreparedQuery, queryPrepared, withPrepared } from "./prepared";
import { sql } from "./sql";
import { withTestTransaction } from "./test-transaction";
import { uuid7 } from "./uuid";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

test("after disconnect no connection of this process is left, so that the last one out can stop the server", async () => {
  await prisma().study.count();
  const mine = () =>
    queryPrepared<{ n: number }>(
      ctx,
      "mine",
      sql`SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = ${"assay hot"} AND pid <> pg_backend_pid()`,
    );
  expect(await mine()).toEqual([{ n: 0 }]);
  await Promise.all([mine(), mine(), mine()]);
  await disconnect();
  await expect.poll(async () => (await mine())[0]!.n).toBe(0);
});

async function study(query: PreparedQuery, slug: string): Promise<void> {
  await query(
    "new study",
    sql`INSERT INTO "Study" ("id", "slug", "name") VALUES (${uuid7()}::uuid, ${slug}, ${slug}) RETURNING "id"`,
  );
}

test("a transaction is kept or undone as a whole; the connection serves the next one", async () => {
  const [kept, undone] = [uuid7(), uuid7()];
  await withPrepared(ctx, (query) => study(query, kept));
  const failed = withPrepared(ctx, async (query) => {
    await study(query, undone);
    await study(query, kept);
  });
  await expect(failed).rejects.toMatchObject({ code: "conflict" });
  const swallowed = withPrepared(ctx, async (query) => {
    await study(query, undone);
    await study(query, kept).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow("nothing of it was kept");
  expect(await prisma().study.count({ where: { slug: kept } })).toBe(1);
  expect(await prisma().study.count({ where: { slug: undone } })).toBe(0);
});

test("a connection that is cut in the middle is told, keeps nothing, and ends nobody", async () => {
  const slug = uuid7();
  const cut = withPrepared(ctx, async (query) => {
    await study(query, slug);
    const [mine] = await query<{ pid: number }>("my pid", sql`SELECT pg_backend_pid() AS "pid"`);
    await prisma().$queryRaw`SELECT pg_terminate_backend(${mine?.pid ?? 0}::int)`;
    await sleep(100);
    await query("one", sql`SELECT 1 AS "one"`);
  });
  await expect(cut).rejects.toMatchObject({ code: "unavailable" });
  await withPrepared(ctx, (query) => query("one", sql`SELECT 1 AS "one"`));
  expect(await prisma().study.count({ where: { slug } })).toBe(0);
});

test("a deadlock is tried again from the start", async () => {
  const [a, b] = [uuid7(), uuid7()];
  await withPrepared(ctx, (query) => study(query, a));
  await withPrepared(ctx, (query) => study(query, b));
  const rename = (query: PreparedQuery, slug: string, name: string) =>
    query("rename", sql`UPDATE "Study" SET "name" = "name" || ${name}::text WHERE "slug" = ${slug} RETURNING "id"`);
  let begun = 0;
  const both = (first: string, second: string, name: string) =>
    withPrepared(ctx, async (query) => {
      begun += 1;
      await rename(query, first, name);
      await sleep(begun <= 2 ? 150 : 0);
      await rename(query, second, name);
    });
  await Promise.all([both(a, b, "x"), both(b, a, "y")]);
  expect(begun).toBe(3);
  const rows = await prisma().study.findMany({ where: { slug: { in: [a, b] } } });
  expect(rows.map((row) => row.name.slice(-2)).every((name) => ["xy", "yx"].includes(name))).toBe(true);
}, 30_000);

test("within a test's transaction it is part of that one", async () => {
  const slug = uuid7();
  await withTestTransaction(async (inside) => {
    await withPrepared(inside, (query) => study(query, slug));
  });
  expect(await prisma().study.count({ where: { slug } })).toBe(0);
});
