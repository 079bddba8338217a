import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { auditHash, GENESIS, recordAudit } from "./record-audit";
import { verifyChain } from "./verify-chain";

const COMMAND: ServiceContext = { actor: { kind: "command" }, requestId: "r-1" };

async function chainOf(events: number): Promise<string> {
  const studyId = randomUUID();
  for (let i = 1; i <= events; i += 1)
    await write(studyId, { i, text: "“é” 😀 </script>", when: new Date(0), none: undefined });

  return studyId;
}

function write(studyId: string, detail: Record<string, unknown> = {}): Promise<void> {
  return withTransaction(COMMAND, (tx) =>
    recordAudit(tx, COMMAND, { studyId, action: "test.write", subject: "s", detail }),
  );
}

const rowsOf = (studyId: string) => prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });

test("an untouched chain verifies; its hashes are those of the stated recipe", async () => {
  const studyId = await chainOf(5);
  const rows = await rowsOf(studyId);
  expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5]);
  expect(rows[0]?.prevHash).toBe(GENESIS);
  for (const [i, row] of rows.entries()) {
    // By hand: sha-256 over the hash before and the row as JSON with its keys in order.
    const { action, actor, at, detail, prevHash, requestId, seq, subject } = row;
    const sorted = Object.fromEntries(Object.entries(detail as object).sort(([a], [b]) => (a < b ? -1 : 1)));
    const body = JSON.stringify({ action, actor, at, detail: sorted, prevHash, requestId, seq, studyId, subject });
    expect(row.hash).toBe(createHash("sha256").update(`${prevHash}${body}`).digest("hex"));
    if (i > 0) expect(prevHash).toBe(rows[i - 1]?.hash);
  }
  const head = { seq: 5, hash: rows[4]?.hash };
  expect(await verifyChain(COMMAND, studyId)).toEqual({ events: 5, broken: [], head });
});

test.each([
  ["action", { action: "test.other" }],
  ["subject", { subject: "t" }],
  ["time", { at: new Date(1) }],
  ["actor", { actor: { kind: "job", name: "x" } }],
  ["request", { requestId: "r-2" }],
  ["detail", { detail: { i: 4 } }],
  ["hash", { hash: "f".repeat(64) }],
])("an altered %s is named by its row", async (_, data) => {
  const studyId = await chainOf(4);
  await prisma().auditEvent.update({ where: { studyId_seq: { studyId, seq: 2 } }, data });
  const { broken } = await verifyChain(COMMAND, studyId);
  expect(broken[0]).toEqual({ seq: 2, reason: "altered after it was written" });
  // Only where the hash itself was changed does the row after it show a break too.
  expect(broken.slice(1)).toEqual(
    "hash" in data ? [{ seq: 3, reason: "does not follow from the event before it" }] : [],
  );
});

test("a row altered with its hash made anew shows at the row after it", async () => {
  const studyId = await chainOf(3);
  const [, second] = await rowsOf(studyId);
  if (!second) throw new Error("no row");
  const { hash: _, ...body } = { ...second, subject: "forged" };
  await prisma().auditEvent.update({
    where: { studyId_seq: { studyId, seq: 2 } },
    data: { subject: "forged", hash: auditHash(body) },
  });
  expect((await verifyChain(COMMAND, studyId)).broken).toEqual([
    { seq: 3, reason: "does not follow from the event before it" },
  ]);
});

test("a deleted row is named by the row after it, the first one too; the head tells of a cut-off end", async () => {
  const studyId = await chainOf(4);
  const whole = await verifyChain(COMMAND, studyId);
  await prisma().auditEvent.delete({ where: { studyId_seq: { studyId, seq: 4 } } });
  const cut = await verifyChain(COMMAND, studyId);
  expect(cut.broken).toEqual([]);
  expect(cut.head).not.toEqual(whole.head);
  await prisma().auditEvent.delete({ where: { studyId_seq: { studyId, seq: 2 } } });
  expect((await verifyChain(COMMAND, studyId)).broken).toEqual([{ seq: 3, reason: "an event before it is missing" }]);
  await prisma().auditEvent.delete({ where: { studyId_seq: { studyId, seq: 1 } } });
  expect((await verifyChain(COMMAND, studyId)).broken).toEqual([{ seq: 3, reason: "an event before it is missing" }]);
});

test("20 writers at once make one gapless chain; a write that is rolled back leaves no gap", async () => {
  const studyId = randomUUID();
  const failing = withTransaction(COMMAND, async (tx) => {
    await recordAudit(tx, COMMAND, { studyId, action: "test.write", subject: "never" });
    throw new Error("rolled back");
  });
  const writes = Array.from({ length: 20 }, (_, i) => write(studyId, { i }));
  await expect(failing).rejects.toThrow("rolled back");
  await Promise.all(writes);
  const rows = await rowsOf(studyId);
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(new Set(rows.map((row) => JSON.stringify(row.detail))).size).toBe(20);
  expect(await verifyChain(COMMAND, studyId)).toMatchObject({ events: 20, broken: [] });
}, 120_000);

test("two studies' chains do not touch", async () => {
  const [one, two] = [await chainOf(2), await chainOf(3)];
  await prisma().auditEvent.deleteMany({ where: { studyId: one } });
  expect(await verifyChain(COMMAND, one)).toEqual({ events: 0, broken: [], head: null });
  expect(await verifyChain(COMMAND, two)).toMatchObject({ events: 3, broken: [] });
});
