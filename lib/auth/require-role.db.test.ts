import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { countAttempt } from "./rate-limit";
import { type Role, requireAdministrator, requireRole, requireUser, rolesIn } from "./require-role";

const ALL: Role[] = ["researcher", "adjudicator", "rater", "auditor"];

async function makeStudy() {
  const id = uuid7();
  await prisma().study.create({ data: { id, slug: `t-${id}`, name: "Test" } });

  return id;
}

async function person(memberships: [studyId: string, role: Role][] = [], administrator = false) {
  const userId = uuid7();
  await prisma().user.create({ data: { id: userId, email: `${userId}@example.org`, name: "T", passphraseHash: "-" } });
  for (const [studyId, role] of memberships) await prisma().membership.create({ data: { studyId, userId, role } });

  return { actor: { kind: "user", userId, sessionId: uuid7(), administrator } as Actor, requestId: "test" };
}

const asked = (ctx: Awaited<ReturnType<typeof person>>, studyId: string, roles: Role[]) =>
  requireRole(ctx, studyId, roles).then(
    () => "passes",
    (error) => error.status,
  );

test("a stranger gets 404, a member without the role 403, a member with it passes, for each role", async () => {
  const studyId = await makeStudy();
  const stranger = await person([[await makeStudy(), "researcher"]]);
  for (const wanted of ALL) {
    expect(await asked(stranger, studyId, [wanted])).toBe(404);
    for (const held of ALL) {
      const member = await person([[studyId, held]]);
      expect(await asked(member, studyId, [wanted])).toBe(held === wanted ? "passes" : 403);
    }
  }
});

test("an unknown study is 404 for everyone, the same words as a foreign one", async () => {
  const unknown = randomUUID();
  const command = { actor: { kind: "command" as const }, requestId: "test" };
  const everybody = [await person(), await person([], true), command];
  for (const ctx of everybody) {
    await expect(requireRole(ctx, unknown, ALL)).rejects.toMatchObject({ code: "not_found" });
  }
  const words = (ctx: Awaited<ReturnType<typeof person>>, studyId: string) =>
    requireRole(ctx, studyId, ALL).catch((error) => error.message);
  const stranger = await person();
  expect(await words(stranger, unknown)).toBe(await words(stranger, await makeStudy()));
});

test("an administrator has every role but the rater's; nobody labels without being a member", async () => {
  const studyId = await makeStudy();
  const administrator = await person([], true);
  expect(await asked(administrator, studyId, ["rater"])).toBe(403);
  for (const role of ["researcher", "adjudicator", "auditor"] as const) {
    expect(await asked(administrator, studyId, [role])).toBe("passes");
  }
  const both = await person([[studyId, "rater"]], true);
  expect([...(await rolesIn(both, studyId))].sort()).toEqual([...ALL].sort());
});

test("a role that is taken away is gone on the next request", async () => {
  const studyId = await makeStudy();
  const ctx = await person([[studyId, "researcher"]]);
  expect(await asked(ctx, studyId, ["researcher"])).toBe("passes");
  await prisma().membership.deleteMany({ where: { studyId } });
  expect(await asked(ctx, studyId, ["researcher"])).toBe(404);
});

test("nobody: 401 for roles, for administration and for oneself", async () => {
  const nobody = { actor: { kind: "anonymous" as const }, requestId: "test" };
  await expect(requireRole(nobody, await makeStudy(), ALL)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(() => requireAdministrator(nobody)).toThrowError(expect.objectContaining({ code: "unauthenticated" }));
  expect(() => requireUser(nobody)).toThrowError(expect.objectContaining({ code: "unauthenticated" }));
  const plain = await person();
  expect(() => requireAdministrator(plain)).toThrowError(expect.objectContaining({ code: "not_found" }));
});

test("attempts are counted in the database, each once, also when 20 come at once and when their work is rolled back", async () => {
  const ctx = { actor: { kind: "anonymous" as const }, requestId: "test" };
  const key = `test:${randomUUID()}`;
  // A window of a day: it does not end within this test but once a day at midnight UTC.
  const hour = 86_400_000;
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => countAttempt(ctx, key, 5, hour)));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(5);
  const rolledBack = prisma().$transaction(async (db) => {
    await countAttempt({ ...ctx, db }, `${key}-2`, 5, hour);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  const rows = await prisma().rateCount.findMany({ where: { key: { startsWith: key } }, orderBy: { key: "asc" } });
  expect(rows.map((row) => row.count)).toEqual([20, 1]);
  const refused = await countAttempt(ctx, key, 5, hour).catch((error) => error);
  expect(refused).toMatchObject({ code: "too_many", status: 429 });
  expect(refused.details.retryAfter).toBeGreaterThan(0);
  expect(refused.details.retryAfter).toBeLessThanOrEqual(86_400);
});

test("another window or another key counts from one; windows that have long ended are cleared away", async () => {
  const ctx = { actor: { kind: "anonymous" as const }, requestId: "test" };
  const key = `test:${randomUUID()}`;
  const old = new Date(Date.now() - 3 * 86_400_000);
  await prisma().rateCount.create({ data: { key, windowAt: old, count: 99 } });
  await countAttempt(ctx, key, 1, 60_000);
  await countAttempt(ctx, `${key}-other`, 1, 60_000);
  expect(await prisma().rateCount.count({ where: { key, windowAt: old } })).toBe(0);
});
