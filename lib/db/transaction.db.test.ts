import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "./client";
import { mapDatabaseError, uniqueViolation } from "./map-error";
import { withTestTransaction } from "./test-transaction";
import { withTransaction } from "./transaction";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };
const study = () => ({ slug: randomUUID(), name: "A study" });

test("a transaction that throws leaves nothing", async () => {
  const data = study();
  const run = withTransaction(ctx, async (tx) => {
    await tx.study.create({ data });
    throw new Error("changed my mind");
  });
  await expect(run).rejects.toThrow("changed my mind");
  expect(await prisma().study.count({ where: { slug: data.slug } })).toBe(0);
});

test("an inner transaction is part of the outer one", async () => {
  const data = study();
  const run = withTransaction(ctx, async (_, outer) => {
    await withTransaction(outer, (tx) => tx.study.create({ data }));
    throw new Error("outer");
  });
  await expect(run).rejects.toThrow("outer");
  expect(await prisma().study.count({ where: { slug: data.slug } })).toBe(0);
});

test("serialisation conflicts are tried again until all have counted", async () => {
  const { id } = await prisma().study.create({ data: { ...study(), description: "0" } });
  const increment = () =>
    withTransaction(
      ctx,
      async (tx) => {
        const row = await tx.study.findUniqueOrThrow({ where: { id } });
        await tx.study.update({ where: { id }, data: { description: String(Number(row.description) + 1) } });
      },
      { isolationLevel: "Serializable" },
    );
  await Promise.all([increment(), increment(), increment(), increment()]);
  expect((await prisma().study.findUniqueOrThrow({ where: { id } })).description).toBe("4");
});

test("a unique violation names its index, inside and outside of a transaction, by ORM and by raw SQL", async () => {
  const data = study();
  await prisma().study.create({ data });
  const plain = await prisma()
    .study.create({ data })
    .catch((error: unknown) => error);
  expect(uniqueViolation(plain)?.index).toBe("Study_slug_key");
  expect(mapDatabaseError(plain)).toMatchObject({ code: "conflict", details: { extra: { index: "Study_slug_key" } } });
  const raw = await prisma().$executeRaw`
    INSERT INTO "Study" (id, slug, name) VALUES (gen_random_uuid(), ${data.slug}, 'x')`.catch(
    (error: unknown) => error,
  );
  expect(uniqueViolation(raw)?.index).toBe("Study_slug_key");
  const within = withTransaction(ctx, (tx) => tx.study.create({ data }));
  await expect(within).rejects.toMatchObject({ code: "conflict" });
});

test("a condition that is undefined is refused, in a transaction too, and deletes nothing", async () => {
  const slug = undefined as unknown as string;
  await expect(prisma().study.deleteMany({ where: { slug } })).rejects.toThrow("where.slug is undefined");
  await expect(withTransaction(ctx, (tx) => tx.study.findFirst({ where: { OR: [{ slug }] } }))).rejects.toThrow(
    "where.OR[0].slug is undefined",
  );
});

test("U+0000 is bad input, not an internal error", async () => {
  const run = withTransaction(ctx, (tx) => tx.study.create({ data: { ...study(), name: "a\u0000b" } }));
  await expect(run).rejects.toMatchObject({ code: "bad_input" });
});

test("a test transaction leaves nothing behind", async () => {
  const data = study();
  await withTestTransaction(async (_, tx) => {
    await tx.study.create({ data });
    expect(await tx.study.count({ where: { slug: data.slug } })).toBe(1);
  });
  expect(await prisma().study.count({ where: { slug: data.slug } })).toBe(0);
});
