import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { verifyPassphrase } from "@/lib/auth/passphrase";
import { hashToken } from "@/lib/auth/token";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { acceptJoinLink } from "./accept-join-link";
import { createJoinLink } from "./create-join-link";
import { readJoinLink } from "./read-join-link";
import { revokeJoinLink } from "./revoke-join-link";

const NOBODY: ServiceContext = { actor: { kind: "anonymous" }, requestId: "test" };
const PASSPHRASE = "the heron waits by the weir";
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
const newEmail = () => `${randomUUID()}@example.org`;

async function linkTo(options: object = {}) {
  const study = await makeStudy();
  const link = await createJoinLink(COMMAND, { studyId: study.studyId, role: "rater", ...options });

  return { ...study, ...link, token: tokenOf(link.url) };
}

function accept(token: string, more: object = {}) {
  return acceptJoinLink(NOBODY, { token, email: newEmail(), name: "Ada", passphrase: PASSPHRASE, ...more });
}

test("a link gives its role in its study once, and keeps only a hash of itself", async () => {
  const { studyId, slug, token, linkId } = await linkTo({ role: "auditor" });
  expect(await readJoinLink(NOBODY, { token }, randomUUID())).toEqual({
    administrator: false,
    role: "auditor",
    studyName: "Test",
  });
  const { userId, studySlug } = await accept(token);
  expect(studySlug).toBe(slug);
  const roles = await prisma().membership.findMany({ where: { userId }, select: { studyId: true, role: true } });
  expect(roles).toEqual([{ studyId, role: "auditor" }]);
  const user = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  expect([user.administrator, await verifyPassphrase(PASSPHRASE, user.passphraseHash)]).toEqual([false, true]);
  const row = await prisma().joinLink.findUniqueOrThrow({ where: { id: linkId } });
  expect(row).toMatchObject({ uses: 1, tokenHash: hashToken(token) });
  expect(JSON.stringify(row)).not.toContain(token);
  await expect(accept(token)).rejects.toMatchObject({ code: "not_found" });
  const events = await prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => event.action)).toEqual(["join-link.create", "join-link.accept"]);
  expect(JSON.stringify(events)).not.toContain(token);
});

test("20 people at once on a link for 3: exactly 3 join, and nobody else leaves an account", async () => {
  const { studyId, token, linkId } = await linkTo({ maxUses: 3 });
  const people = Array.from({ length: 20 }, newEmail);
  const outcomes = await Promise.allSettled(people.map((email) => accept(token, { email })));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(3);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason.code).toBe("not_found");
  expect(await prisma().membership.count({ where: { studyId } })).toBe(3);
  expect(await prisma().user.count({ where: { email: { in: people } } })).toBe(3);
  expect(await prisma().joinLink.findUniqueOrThrow({ where: { id: linkId } })).toMatchObject({ uses: 3 });
}, 180_000);

test("a link never resets a passphrase, nor joins an account without its own", async () => {
  const first = await linkTo();
  const email = newEmail();
  const { userId } = await accept(first.token, { email });
  const before = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  const second = await linkTo({ role: "researcher" });
  const thief = { email: email.toUpperCase(), passphrase: "another long sentence here" };
  await expect(accept(second.token, thief)).rejects.toMatchObject({ code: "bad_input" });
  expect(await prisma().user.findUniqueOrThrow({ where: { id: userId } })).toEqual(before);
  expect(await prisma().membership.count({ where: { studyId: second.studyId } })).toBe(0);
  expect(await accept(second.token, { email: email.toUpperCase(), name: "Somebody else" })).toMatchObject({ userId });
  expect(await prisma().user.findUniqueOrThrow({ where: { id: userId } })).toEqual(before);
});

test("two at once with one new address: one account, with one of the two passphrases, and no role for the other", async () => {
  const { studyId, token } = await linkTo({ maxUses: 10 });
  const email = newEmail();
  const passphrases = ["one long sentence of mine", "another long sentence here"];
  const outcomes = await Promise.allSettled(passphrases.map((passphrase) => accept(token, { email, passphrase })));
  const winner = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({ reason: { code: "bad_input" } });
  const user = await prisma().user.findUniqueOrThrow({ where: { email } });
  expect(await verifyPassphrase(passphrases[winner] ?? "", user.passphraseHash)).toBe(true);
  expect(await prisma().membership.count({ where: { studyId } })).toBe(1);
  expect(await prisma().joinLink.findFirstOrThrow({ where: { studyId } })).toMatchObject({ uses: 1 });
});

test("wrong, used up, expired and revoked answer alike, to readers and to those who join", async () => {
  const expired = await linkTo();
  await prisma().joinLink.update({ where: { id: expired.linkId }, data: { expiresAt: new Date() } });
  const revoked = await linkTo();
  await revokeJoinLink(COMMAND, { studyId: revoked.studyId, linkId: revoked.linkId });
  const used = await linkTo();
  await accept(used.token);
  const answers = new Set<string>();
  for (const token of ["A".repeat(43), expired.token, revoked.token, used.token]) {
    for (const work of [() => readJoinLink(NOBODY, { token }, randomUUID()), () => accept(token)]) {
      const error = await work().catch((reason) => reason);
      answers.add(`${error.status} ${error.message}`);
    }
  }
  for (const token of ["", "x", "A".repeat(44), { not: "" }]) {
    const error = await readJoinLink(NOBODY, { token }, randomUUID()).catch((reason) => reason);
    answers.add(`${error.status} ${error.message}`);
  }
  expect([...answers]).toEqual(["404 This link does not work any more. Ask whoever sent it for a new one."]);
});

test("weak passphrases, hostile addresses and more members than asked for are refused, and no use is spent", async () => {
  const { token, linkId } = await linkTo();
  await expect(accept(token, { passphrase: "password1234" })).rejects.toMatchObject({ code: "bad_input" });
  await expect(accept(token, { email: "a@b.c\r\nBcc: x@y.z" })).rejects.toMatchObject({ code: "bad_input" });
  await expect(accept(token, { name: undefined })).rejects.toMatchObject({ code: "bad_input" });
  await expect(accept(token, { administrator: true })).rejects.toThrow(/administrator/);
  await expect(accept(token, { role: "researcher" })).rejects.toThrow(/role/);
  await expect(accept(token, { name: "a\u202eb" })).rejects.toThrow(/invisible/);
  expect(await prisma().joinLink.findUniqueOrThrow({ where: { id: linkId } })).toMatchObject({ uses: 0 });
});

test("only a study's researchers make and revoke its links; reading one changes nothing", async () => {
  const { studyId, linkId, token } = await linkTo();
  const other = await linkTo();
  for (const role of ["rater", "auditor", "adjudicator"] as const) {
    const { ctx } = await makePerson(studyId, role);
    await expect(createJoinLink(ctx, { studyId, role: "researcher" })).rejects.toMatchObject({ status: 403 });
    await expect(revokeJoinLink(ctx, { studyId, linkId })).rejects.toMatchObject({ status: 403 });
  }
  const { ctx: stranger } = await makePerson(other.studyId, "researcher");
  await expect(revokeJoinLink(stranger, { studyId, linkId })).rejects.toMatchObject({ status: 404 });
  const { ctx } = await makePerson(studyId, "researcher");
  await expect(revokeJoinLink(ctx, { studyId, linkId: other.linkId })).rejects.toMatchObject({ status: 404 });
  const before = await prisma().joinLink.findUniqueOrThrow({ where: { id: linkId } });
  for (let i = 0; i < 3; i += 1) await readJoinLink(NOBODY, { token }, randomUUID());
  expect(await prisma().joinLink.findUniqueOrThrow({ where: { id: linkId } })).toEqual(before);
});

test("look-ups are counted for each machine, so that tokens cannot be tried in bulk", async () => {
  const { token } = await linkTo();
  const machine = randomUUID();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 130 }, () => readJoinLink(NOBODY, { token }, machine)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // 60 a minute; a minute may begin within these.
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]).toMatchObject({ reason: { code: "too_many" } });
});
