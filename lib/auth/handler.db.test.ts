import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { setEnv } from "@/lib/env";
import { authHandler } from "./handler";

beforeAll(() => setEnv({ NEXTAUTH_SECRET: randomBytes(32).toString("base64url") }));
afterAll(() => setEnv({ NEXTAUTH_SECRET: undefined }));

type Attempt = { body: string; type?: string; machine?: string };

/** The status of a sign-in that was refused before next-auth saw it, else "passed on" (next-auth needs Next around it). */
async function signIn({ body, type = "application/x-www-form-urlencoded", machine = randomUUID() }: Attempt) {
  const headers = { "content-type": type, "x-assay-client": machine };
  const request = new Request("http://studio.test/api/auth/callback/credentials", { method: "POST", headers, body });
  const cookies = { get: () => undefined };
  const params = Promise.resolve({ nextauth: ["callback", "credentials"] });

  return authHandler(Object.assign(request, { cookies }), { params }).catch(() => "passed on" as const);
}

const form = (email: string) => `email=${encodeURIComponent(email)}&passphrase=x`;

test("the sixth attempt on one address is refused with the time to wait, from whatever machine and in any spelling", async () => {
  const email = `${randomUUID()}@example.org`;
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, email, email]) {
    expect(await signIn({ body: form(spelling) })).toBe("passed on");
  }
  const sixth = await signIn({ body: form(email) });
  if (sixth === "passed on") throw new Error("the sixth attempt was passed on");
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await prisma().rateCount.findFirst({ where: { key: `sign-in:${email}` } })).toMatchObject({ count: 6 });
  expect(await signIn({ body: form(`${randomUUID()}@example.org`) })).toBe("passed on");
});

test("twenty attempts from one machine, then no more, whatever the addresses", async () => {
  const machine = randomUUID();
  const attempts: unknown[] = [];
  for (let i = 0; i < 21; i += 1) {
    const answer = await signIn({ body: form(`${randomUUID()}@example.org`), machine });
    attempts.push(answer === "passed on" ? answer : answer.status);
  }
  expect(attempts).toEqual([...Array.from({ length: 20 }, () => "passed on"), 429]);
});

test("what would be counted under one address and tried under another is refused", async () => {
  const victim = `${randomUUID()}@example.org`;
  const bodies: Attempt[] = [
    { body: `${form("a@b.c")}&email=${victim}` },
    { body: `email=a@b.c&${form(victim)}` },
    { body: JSON.stringify({ email: victim, passphrase: "x" }), type: "application/json" },
    { body: form(victim), type: "text/plain" },
    { body: "passphrase=x" },
  ];
  for (const attempt of bodies) expect(await signIn(attempt)).toMatchObject({ status: 400 });
});
