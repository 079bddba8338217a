import { expect, test } from "vitest";
import { verifyPassphrase } from "@/lib/auth/passphrase";
import { actorOfSession, openSession } from "@/lib/auth/sessions";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { acceptJoinLink } from "./accept-join-link";
import { changeMember } from "./change-member";
import { changeUser } from "./change-user";
import { createFirstAdminLink } from "./create-first-admin-link";
import { listMembers } from "./list-members";
import { listUsers } from "./list-users";
import { readSelf } from "./read-self";
import { setPassphrase } from "./set-passphrase";

const NOBODY: ServiceContext = { actor: { kind: "anonymous" }, requestId: "test" };
const ANONYMOUS = { kind: "anonymous" };

/** There is one instance: these tests look at all its administrators, and run one after the other. */
async function noAdministrators(): Promise<void> {
  await prisma().user.updateMany({ where: { administrator: true }, data: { administrator: false } });
}

async function makeAdministrator() {
  const { studyId } = await makeStudy();
  const person = await makePerson(studyId, null);
  await prisma().user.update({ where: { id: person.userId }, data: { administrator: true } });
  const ctx: ServiceContext = {
    actor: { kind: "user", userId: person.userId, sessionId: uuid7(), administrator: true },
    requestId: "test",
  };

  return { ...person, ctx };
}

const tokenOf = (link: { url: string } | null) => link?.url.slice(link.url.lastIndexOf("/") + 1) ?? "";
const joiner = (token: string) => ({
  token,
  email: `${uuid7()}@example.org`,
  name: "First",
  passphrase: "the heron waits by the weir",
});

test("the first administrator's link works once, the newest alone, and only while there is no administrator", async () => {
  await noAdministrators();
  const old = tokenOf(await createFirstAdminLink(COMMAND));
  const token = tokenOf(await createFirstAdminLink(COMMAND));
  await expect(acceptJoinLink(NOBODY, joiner(old))).rejects.toMatchObject({ code: "not_found" });
  const { userId } = await acceptJoinLink(NOBODY, joiner(token));
  expect(await prisma().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ administrator: true });
  await expect(acceptJoinLink(NOBODY, joiner(token))).rejects.toMatchObject({ code: "not_found" });
  expect(await createFirstAdminLink(COMMAND)).toBeNull();
});

test("a link that waited while somebody was made administrator is worth nothing", async () => {
  await noAdministrators();
  const token = tokenOf(await createFirstAdminLink(COMMAND));
  await makeAdministrator();
  const late = joiner(token);
  await expect(acceptJoinLink(NOBODY, late)).rejects.toMatchObject({ code: "not_found" });
  expect(await prisma().user.count({ where: { email: late.email } })).toBe(0);
});

test("five starts at once leave one link that works; ten people on it make one administrator", async () => {
  await noAdministrators();
  const links = await Promise.all(Array.from({ length: 5 }, () => createFirstAdminLink(COMMAND)));
  const people = links.flatMap((link) => [joiner(tokenOf(link)), joiner(tokenOf(link))]);
  const outcomes = await Promise.allSettled(people.map((person) => acceptJoinLink(NOBODY, person)));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  expect(await prisma().user.count({ where: { administrator: true } })).toBe(1);
}, 120_000);

test("only the machine's command and administrators make that link and see accounts", async () => {
  const { ctx } = await makePerson((await makeStudy()).studyId, "researcher");
  for (const verb of [createFirstAdminLink, listUsers]) {
    await expect(verb(ctx)).rejects.toMatchObject({ status: 404 });
    await expect(verb(NOBODY)).rejects.toMatchObject({ status: 401 });
  }
  await expect(changeUser(ctx, { userId: uuid7(), administrator: true })).rejects.toMatchObject({ status: 404 });
  await expect(setPassphrase(ctx, { email: "a@b.c", passphrase: "x" })).rejects.toMatchObject({ status: 404 });
  const users = await listUsers(COMMAND);
  expect(JSON.stringify(users)).not.toMatch(/passphrase|scrypt/i);
});

test("disabling ends open sessions at once; enabling brings none of them back", async () => {
  const { userId } = await makePerson((await makeStudy()).studyId);
  const sessionId = await openSession(NOBODY, userId);
  await changeUser(COMMAND, { userId, disabled: true });
  expect(await actorOfSession(NOBODY, sessionId)).toEqual(ANONYMOUS);
  await changeUser(COMMAND, { userId, disabled: false });
  expect(await actorOfSession(NOBODY, sessionId)).toEqual(ANONYMOUS);
  expect(await actorOfSession(NOBODY, await openSession(NOBODY, userId))).toMatchObject({ userId });
});

test("the last administrator stays, also when two demote each other at once; others can be changed without any", async () => {
  await noAdministrators();
  const plain = await makePerson((await makeStudy()).studyId);
  await changeUser(COMMAND, { userId: plain.userId, disabled: true });
  const [a, b] = [await makeAdministrator(), await makeAdministrator()];
  const outcomes = await Promise.allSettled([
    changeUser(a.ctx, { userId: b.userId, administrator: false }),
    changeUser(b.ctx, { userId: a.userId, disabled: true }),
  ]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  const left = await prisma().user.findMany({ where: { administrator: true, disabledAt: null } });
  expect(left).toHaveLength(1);
  await expect(changeUser(COMMAND, { userId: left[0]?.id, administrator: false })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(changeUser(COMMAND, { userId: uuid7(), disabled: true })).rejects.toMatchObject({ status: 404 });
});

test("a study keeps a researcher who can sign in, also when two remove each other at once", async () => {
  const { studyId } = await makeStudy();
  const [a, b] = [await makePerson(studyId, "researcher"), await makePerson(studyId, "researcher")];
  const remove = (by: typeof a, who: typeof a) =>
    changeMember(by.ctx, { studyId, userId: who.userId, role: "researcher", member: false });
  const outcomes = await Promise.allSettled([remove(a, b), remove(b, a)]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await prisma().membership.count({ where: { studyId, role: "researcher" } })).toBe(1);

  const other = await makeStudy();
  const [one, gone] = [await makePerson(other.studyId, "researcher"), await makePerson(other.studyId, "researcher")];
  await changeUser(COMMAND, { userId: gone.userId, disabled: true });
  const last = { studyId: other.studyId, userId: one.userId, role: "researcher", member: false };
  await expect(changeMember(one.ctx, last)).rejects.toMatchObject({ code: "conflict" });
});

test("roles are given and taken among members alone; twice changes nothing; each change is on record", async () => {
  const { studyId } = await makeStudy();
  const { ctx } = await makePerson(studyId, "researcher");
  const { userId, ctx: raterCtx } = await makePerson(studyId, "rater");
  const change = (member: boolean) => changeMember(ctx, { studyId, userId, role: "adjudicator", member });
  expect([await change(true), await change(true), await change(false)]).toEqual([
    { changed: true },
    { changed: false },
    { changed: true },
  ]);
  const events = await prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => [event.action, event.subject])).toEqual([
    ["member.add-role", userId],
    ["member.remove-role", userId],
  ]);
  const stranger = await makePerson((await makeStudy()).studyId);
  const foreign = { studyId, userId: stranger.userId, role: "rater", member: true };
  await expect(changeMember(ctx, foreign)).rejects.toMatchObject({ status: 404 });
  const own = { studyId, userId, role: "researcher", member: true };
  await expect(changeMember(raterCtx, own)).rejects.toMatchObject({ status: 403 });
  await expect(listMembers(raterCtx, { studyId })).rejects.toMatchObject({ status: 403 });
  const { members } = await listMembers(ctx, { studyId });
  expect(members.map((member) => member.roles)).toEqual([["researcher"], ["rater"]]);
});

test("a new passphrase ends every session; the old one opens nothing", async () => {
  const { userId, email, ctx } = await makePerson((await makeStudy()).studyId);
  const sessionId = await openSession(NOBODY, userId);
  await expect(setPassphrase(COMMAND, { email, passphrase: "password1234" })).rejects.toMatchObject({
    code: "bad_input",
  });
  const passphrase = "a heron stands in the reeds";
  expect(await setPassphrase(COMMAND, { email: email.toUpperCase(), passphrase })).toEqual({
    userId,
    sessionsEnded: 1,
  });
  expect(await actorOfSession(NOBODY, sessionId)).toEqual(ANONYMOUS);
  const { passphraseHash } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  expect(await verifyPassphrase(passphrase, passphraseHash)).toBe(true);
  expect(await readSelf(ctx)).toEqual({ userId, name: "Test", email, administrator: false });
});
