import { randomBytes, randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { setEnv } from "@/lib/env";
import { checkCredentials } from "./check-credentials";
import { hashPassphrase } from "./passphrase";
import { readActor } from "./read-actor";
import { actorOfSession, openSession, revokeSession, revokeSessionsOf } from "./sessions";

const NOBODY = { actor: { kind: "anonymous" as const }, requestId: "test" };
const ANONYMOUS = { kind: "anonymous" };
const secret = randomBytes(32).toString("base64url");

beforeAll(() => setEnv({ NEXTAUTH_SECRET: secret, ASSAY_URL: undefined }));
afterAll(() => setEnv({ NEXTAUTH_SECRET: undefined }));

async function makeUser(passphraseHash = "-") {
  const email = `${randomUUID()}@example.org`;
  const user = await prisma().user.create({ data: { email, name: "Test", passphraseHash } });

  return { ...user, sessionId: await openSession(NOBODY, user.id) };
}

function withCookie(value: string | undefined) {
  return { get: (name: string) => (name === "assay.session" && value !== undefined ? { value } : undefined) };
}
const actorOf = (cookie: string | undefined) => readActor(withCookie(cookie), "test");

test("a session names its user until it is revoked, has expired, or its user is disabled: then nobody, at once", async () => {
  const revoked = await makeUser();
  expect(await actorOfSession(NOBODY, revoked.sessionId)).toEqual({
    kind: "user",
    userId: revoked.id,
    sessionId: revoked.sessionId,
    administrator: false,
  });
  await revokeSession(NOBODY, revoked.sessionId);
  expect(await actorOfSession(NOBODY, revoked.sessionId)).toEqual(ANONYMOUS);

  const expired = await makeUser();
  await prisma().session.update({ where: { id: expired.sessionId }, data: { expiresAt: new Date() } });
  expect(await actorOfSession(NOBODY, expired.sessionId)).toEqual(ANONYMOUS);

  const disabled = await makeUser();
  await prisma().user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
  expect(await actorOfSession(NOBODY, disabled.sessionId)).toEqual(ANONYMOUS);
  expect(await actorOfSession(NOBODY, randomUUID())).toEqual(ANONYMOUS);
});

test("all sessions of one person end together, those of others stay", async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  const second = await openSession(NOBODY, one.id);
  expect(await revokeSessionsOf(NOBODY, one.id)).toBe(2);
  expect(await revokeSessionsOf(NOBODY, one.id)).toBe(0);
  expect(await actorOfSession(NOBODY, second)).toEqual(ANONYMOUS);
  expect(await actorOfSession(NOBODY, other.sessionId)).toMatchObject({ userId: other.id });
});

test("administration is read from the row on each request", async () => {
  const user = await makeUser();
  const cookie = await encode({ token: { sid: user.sessionId }, secret });
  expect(await actorOf(cookie)).toMatchObject({ administrator: false });
  await prisma().user.update({ where: { id: user.id }, data: { administrator: true } });
  expect(await actorOf(cookie)).toMatchObject({ administrator: true });
});

test("a cookie counts only when it is sealed with our secret and names a session", async () => {
  const user = await makeUser();
  const sid = user.sessionId;
  expect(await actorOf(await encode({ token: { sid }, secret }))).toMatchObject({ userId: user.id });
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = `${base64({ alg: "none" })}.${base64({ sid })}.`;
  const forged = [
    await encode({ token: { sid }, secret: randomBytes(32).toString("base64url") }),
    await encode({ token: { sid }, secret, maxAge: -60 }),
    // The state or PKCE cookie of an interrupted sign-in, pasted as a session (CVE-2023-48309).
    await encode({ token: { state: "x", code_verifier: "y" } as Record<string, unknown>, secret }),
    await encode({ token: { sid: "not-a-uuid" }, secret }),
    await encode({ token: { sid: { not: "" } } as Record<string, unknown>, secret }),
    await encode({ token: { sub: user.id }, secret }),
    unsigned,
    sid,
    user.id,
    "%E0%A4%A",
    "a.b.c.d.e",
    "\u0000",
    "x".repeat(10_000),
  ];
  for (const cookie of [...forged, "", undefined]) expect(await actorOf(cookie)).toEqual(ANONYMOUS);
});

test("without a strong secret no cookie is read at all", async () => {
  const user = await makeUser();
  const cookie = await encode({ token: { sid: user.sessionId }, secret });
  setEnv({ NEXTAUTH_SECRET: undefined });
  try {
    await expect(actorOf(cookie)).rejects.toThrow(/secret is missing or weak/);
  } finally {
    setEnv({ NEXTAUTH_SECRET: secret });
  }
});

test("signing in: one new session for the right pair; unknown, wrong and disabled answer alike", async () => {
  const passphrase = "the heron waits by the weir";
  const user = await makeUser(await hashPassphrase(passphrase));
  const before = await prisma().session.count({ where: { userId: user.id } });
  const first = await checkCredentials({ email: user.email.toUpperCase(), passphrase });
  const second = await checkCredentials({ email: ` ${user.email}`, passphrase });
  expect(first?.sessionId).not.toBe(second?.sessionId);
  expect(await actorOfSession(NOBODY, first?.sessionId ?? "")).toMatchObject({ userId: user.id });
  const wrong = [
    { email: user.email, passphrase: `${passphrase}.` },
    { email: `${randomUUID()}@example.org`, passphrase },
    { email: user.email, passphrase: "" },
    { email: { not: "" }, passphrase },
    { email: user.email, passphrase: { not: "" } },
    { email: user.email, passphrase, administrator: true },
    { email: user.email.replace("@", "\uff20"), passphrase },
    { email: undefined, passphrase },
    null,
  ];
  for (const input of wrong) expect(await checkCredentials(input)).toBeNull();
  await prisma().user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect(await checkCredentials({ email: user.email, passphrase })).toBeNull();
  expect(await prisma().session.count({ where: { userId: user.id } })).toBe(before + 2);
});
