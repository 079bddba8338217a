import { afterEach, expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { decline, submit } from "@/lib/endorsements/end-response";
import { exchangeToken } from "@/lib/endorsements/exchange-token";
import { readEndorsement } from "@/lib/endorsements/read-endorsement";
import { agree, makeCampaign, NOBODY } from "@/lib/endorsements/test-campaign";
import { unsubscribe } from "@/lib/endorsements/unsubscribe";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { smtpError, startSmtp, type TestServer } from "@/lib/mail/test-server";
import { changeInvitation } from "./change-invitation";
import { changeMessage } from "./change-message";
import { eraseSubject } from "./erase-subject";
import { listInvitations } from "./list-invitations";
import { listMessages } from "./list-messages";
import { queueMessages } from "./queue-messages";
import { recordBounces } from "./record-bounces";
import { sendMessage } from "./send-message";
import { updateCampaign } from "./update-campaign";

const open: TestServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
  delete process.env.ASSAY_SMTP_URL;
  delete process.env.ASSAY_SMTP_RATE;
  delete process.env.ASSAY_URL;
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
});

async function serve(options: Parameters<typeof startSmtp>[0] = {}, rate = 6000): Promise<TestServer> {
  const server = await startSmtp(options);
  open.push(server);
  process.env.ASSAY_SMTP_URL = server.url;
  process.env.ASSAY_SMTP_RATE = String(rate);

  return server;
}

async function campaign(more: Record<string, unknown> = {}) {
  const made = await makeCampaign(more);
  const scope = { studyId: made.studyId, campaignId: made.campaignId };
  const messages = async () => (await listMessages(COMMAND, scope)).rows.toReversed();
  const states = async () => (await messages()).map((row) => row.state);
  const send = async (last = false) => {
    for (const { messageId } of await messages()) {
      await sendMessage(COMMAND, { studyId: made.studyId, messageId }, { last });
    }
  };
  const invite = (invitationIds?: string[]) => queueMessages(COMMAND, { ...scope, action: "invite", invitationIds });
  const remind = (invitationIds?: string[]) => queueMessages(COMMAND, { ...scope, action: "remind", invitationIds });
  /** As if everything had happened so many days ago. */
  const daysPass = async (days: number) => {
    await prisma().$executeRaw`
      UPDATE "Message" SET "queuedAt" = "queuedAt" - make_interval(days => ${days}::int),
        "sentAt" = "sentAt" - make_interval(days => ${days}::int) WHERE "studyId" = ${made.studyId}::uuid`;
    await prisma().$executeRaw`
      UPDATE "Invitation" SET "sentAt" = "sentAt" - make_interval(days => ${days}::int)
      WHERE "studyId" = ${made.studyId}::uuid`;
  };

  return { ...made, scope, messages, states, send, invite, remind, daysPass };
}

function linkIn(source: string): string {
  const joined = source.replace(/=\r\n/g, "").replace(/\r\n[ \t]/g, "");

  return /\/endorse\/([\w-]{43})/.exec(joined)?.[1] ?? "";
}

test("one mail an invitation, with a link of its own that opens; sending again sends nothing", async () => {
  process.env.ASSAY_URL = "https://studio.invalid";
  const server = await serve();
  const { scope, people, send, invite, states, messages } = await campaign();
  expect(await invite()).toEqual({ queued: 3, left: [] });
  expect(await invite()).toEqual({ queued: 0, left: [{ reason: "written_already", people: 3 }] });
  expect(await states()).toEqual(["queued", "queued", "queued"]);
  await send();
  await send();
  expect(server.received.flatMap((mail) => mail.to).toSorted()).toEqual(people.map((one) => one.email).toSorted());
  expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(3);
  expect(server.received[0]?.source).toMatch(
    /^List-Unsubscribe:\s+<https:\/\/studio\.invalid\/api\/v1\/unsubscribe\/[\w-]{43}>\r$/m,
  );
  expect(server.received[0]?.source).toContain("Dear Ida Marshwood");
  for (const { source } of server.received) {
    expect(await exchangeToken(NOBODY, { token: linkIn(source) }, uuid7())).toMatchObject({ closed: false });
  }
  expect(await states()).toEqual(["sent", "sent", "sent"]);
  expect((await messages()).map((row) => row.attempts)).toEqual([1, 1, 1]);
  const { rows } = await listInvitations(COMMAND, scope);
  expect(rows.map((row) => row.state)).toEqual(["sent", "sent", "sent"]);
  expect(await invite()).toEqual({ queued: 0, left: [{ reason: "written_already", people: 3 }] });
});

test("two workers with one message: one mail", async () => {
  const server = await serve();
  const { studyId, invite, messages, states } = await campaign();
  await invite();
  const all = (await messages()).flatMap(({ messageId }) => [messageId, messageId, messageId]);
  await Promise.all(all.map((messageId) => sendMessage(COMMAND, { studyId, messageId }, { last: false })));
  expect(server.received).toHaveLength(3);
  expect(await states()).toEqual(["sent", "sent", "sent"]);
  expect(await prisma().invitationToken.count({ where: { studyId, via: "mail" } })).toBe(3);
});

test("greylisting: tried again as the same message, and one arrives", async () => {
  const asked = new Set<string>();
  const server = await serve({
    onRcptTo: ({ address }, _session, done) => {
      const first = !asked.has(address);
      asked.add(address);
      done(first ? smtpError(451, "come again later") : null);
    },
  });
  const { studyId, invite, messages, send } = await campaign();
  await invite();
  const before = await messages();
  for (const { messageId } of before) {
    await expect(sendMessage(COMMAND, { studyId, messageId }, { last: false })).rejects.toMatchObject({
      status: 503,
      message: expect.not.stringContaining("come again later"),
    });
  }
  expect((await messages()).map(({ state, problem }) => [state, problem])).toEqual(
    before.map(() => ["queued", "451 come again later"]),
  );
  expect(await prisma().invitationToken.count({ where: { studyId, via: "mail" } })).toBe(0);
  const ids = await prisma().message.findMany({ where: { studyId }, select: { messageId: true } });
  await send();
  expect(server.received.map((mail) => mail.messageId).toSorted()).toEqual(ids.map((row) => row.messageId).toSorted());
  expect((await messages()).map(({ state, attempts }) => [state, attempts])).toEqual(before.map(() => ["sent", 2]));
});

test("when the last try fails it is written down, and a person can have it tried again as the same message", async () => {
  const refusing = await serve({ onMailFrom: (_address, _session, done) => done(smtpError(421, "too busy")) });
  const { scope, invite, messages, send } = await campaign();
  await invite();
  await send(true);
  const failed = await messages();
  expect(failed.map(({ state, problem }) => [state, problem])).toEqual(failed.map(() => ["failed", "421 too busy"]));
  expect(refusing.received).toEqual([]);
  const server = await serve();
  const { messageId } = failed[0]!;
  await changeMessage(COMMAND, { ...scope, messageId, action: "again" });
  await expect(changeMessage(COMMAND, { ...scope, messageId, action: "again" })).rejects.toMatchObject({ status: 409 });
  await send();
  expect(server.received.map((mail) => mail.messageId.split("@")[0])).toEqual([messageId]);
});

test("an address that does not exist bounces; others are sent; nobody writes there again unasked", async () => {
  const server = await serve({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("omar") ? smtpError(550, "5.1.1 no such user") : null),
  });
  const { scope, invite, remind, send, states, messages, daysPass } = await campaign();
  await invite();
  await send();
  expect((await states()).toSorted()).toEqual(["bounced", "sent", "sent"]);
  expect((await messages()).find((row) => row.state === "bounced")).toMatchObject({
    problem: "550 5.1.1 no such user",
    bouncedAt: expect.any(String),
  });
  const { rows } = await listInvitations(COMMAND, { ...scope, state: "bounced" });
  expect(rows.map((row) => row.email?.slice(0, 4))).toEqual(["omar"]);
  expect(server.received).toHaveLength(2);
  await daysPass(8);
  expect(await remind()).toEqual({ queued: 2, left: [{ reason: "bounced", people: 1 }] });
});

test("a report that came back is recorded by the message's id; delays and strangers are not", async () => {
  await serve();
  const { scope, studyId, people, invite, send } = await campaign();
  await invite();
  await send();
  const { messageId } = await prisma().message.findFirstOrThrow({
    where: { studyId, invitation: { invitee: { email: people[2].email } } },
  });
  const report = (recipient: string, action: string, status: string, id: string) =>
    `Reporting-MTA: dns; mx.uni.invalid\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 5.2.1 mailbox\r\n disabled\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${id}>\r\nSubject: x\r\n\r\n`;
  const text = [
    report("forwarded@elsewhere.invalid", "failed", "5.2.1", messageId),
    report(people[0].email, "delayed", "4.4.1", "other@x.invalid"),
    report("stranger@x.invalid", "failed", "5.1.1", "other@x.invalid"),
  ].join("");
  expect(await recordBounces(COMMAND, { ...scope, text })).toEqual({
    bounced: [{ email: "forwarded@elsewhere.invalid", problem: "5.2.1 550 5.2.1 mailbox disabled" }],
    ignored: [
      { email: people[0].email, why: "delayed" },
      { email: "stranger@x.invalid", why: "not_ours" },
    ],
  });
  const { rows } = await listInvitations(COMMAND, { ...scope, state: "bounced" });
  expect(rows.map((row) => row.email)).toEqual([people[2].email]);
  expect((await recordBounces(COMMAND, { ...scope, text })).bounced).toEqual([]);
  await expect(recordBounces(COMMAND, { ...scope, text: "Dear all, I am away." })).rejects.toMatchObject({
    status: 422,
  });
});

test("at most two reminders, never two within a day, none to who declined, submitted or was revoked", async () => {
  const server = await serve();
  const { scope, people, invite, remind, send, token, daysPass, messages } = await campaign();
  expect(await remind()).toEqual({ queued: 0, left: [{ reason: "not_invited", people: 3 }] });
  await invite();
  await send();
  expect(await remind()).toEqual({ queued: 0, left: [{ reason: "written_today", people: 3 }] });
  await daysPass(7);
  const { revision } = await readEndorsement(NOBODY, { token: token(1) });
  await decline(NOBODY, { token: token(1), opId: uuid7(), revision });
  expect(await remind()).toEqual({ queued: 2, left: [{ reason: "declined", people: 1 }] });
  expect((await remind()).queued).toBe(0);
  await send();
  await daysPass(2);
  const agreed = await agree(token(0));
  await submit(NOBODY, { token: token(0), opId: uuid7(), revision: agreed.revision, confirm: true });
  const second = await remind();
  expect(second.queued).toBe(1);
  expect(second.left.map((row) => row.reason).toSorted()).toEqual(["answered", "declined"]);
  await send();
  await daysPass(2);
  expect((await remind()).left.map((row) => row.reason).toSorted()).toEqual(["answered", "declined", "reminded_twice"]);
  const toThird = server.received.filter((mail) => mail.to[0] === people[2].email);
  expect(toThird.map((mail) => /^Subject: (.*)\r$/m.exec(mail.source)?.[1])).toEqual([
    "Which works shaped your paper?",
    "A reminder: which works shaped your paper?",
    "A reminder: which works shaped your paper?",
  ]);
  expect(server.received).toHaveLength(6);
  expect((await messages()).map((row) => row.kind).toSorted()).toEqual([
    ...["invite", "invite", "invite", "reminder1", "reminder1", "reminder2"],
  ]);
  const { rows } = await listInvitations(COMMAND, { ...scope, search: people[2].email });
  await changeInvitation(COMMAND, { ...scope, invitationId: rows[0]?.invitationId, action: "revoke" });
  expect((await remind()).left.map((row) => row.reason)).toContain("revoked");
});

test("who declines or is revoked while the mail waits does not get it; nor anybody once the campaign is over", async () => {
  const server = await serve();
  const { scope, token, invite, send, messages, invitations } = await campaign();
  await invite();
  await decline(NOBODY, { token: token(0), opId: uuid7(), revision: 0 });
  await changeInvitation(COMMAND, { ...scope, invitationId: invitations[1]?.invitationId, action: "revoke" });
  await updateCampaign(COMMAND, { ...scope, closesAt: new Date(Date.now() - 1000).toISOString() });
  await send();
  expect(server.received).toEqual([]);
  expect((await messages()).map((row) => row.problem).toSorted()).toEqual([
    "Not sent: the campaign is over.",
    "Not sent: the invitation was revoked.",
    "Not sent: the person declined.",
  ]);
});

test("who declines while the mail server reads their mail does not get it", async () => {
  let declining: (() => Promise<unknown>) | null = null;
  const server = await serve({
    onRcptTo: (_address, _session, done) => {
      void (declining?.() ?? Promise.resolve()).then(() => done());
    },
  });
  const { token, invite, messages, studyId } = await campaign();
  await invite();
  const { messageId } = (await messages())[0]!;
  declining = () => decline(NOBODY, { token: token(0), opId: uuid7(), revision: 0 });
  await sendMessage(COMMAND, { studyId, messageId }, { last: false });
  expect(server.received).toEqual([]);
  expect((await messages())[0]).toMatchObject({ state: "failed", problem: "Not sent: the person declined." });
});

test("unsubscribing in the mail program: nobody writes again; who has agreed keeps their answers", async () => {
  const server = await serve();
  const { studyId, invite, remind, send, daysPass, people } = await campaign();
  await invite();
  await send();
  const linkOf = (i: 0 | 1) => linkIn(server.received.find((mail) => mail.to[0] === people[i].email)?.source ?? "");
  await agree(linkOf(0));
  for (let i = 0; i < 2; i += 1) {
    await unsubscribe(NOBODY, { token: linkOf(0) });
    await unsubscribe(NOBODY, { token: linkOf(1) });
  }
  await daysPass(8);
  const { queued, left } = await remind();
  expect(queued).toBe(1);
  expect(left.map((row) => row.reason).toSorted()).toEqual(["declined", "do_not_ask"]);
  const responses = await prisma().response.findMany({ where: { studyId }, include: { invitee: true } });
  const of = (i: 0 | 1) => responses.find((row) => row.invitee.email === people[i].email);
  expect(of(0)).toMatchObject({ consentAt: expect.any(Date), declinedAt: null });
  expect(of(1)).toMatchObject({ declinedAt: expect.any(Date) });
  await expect(unsubscribe(NOBODY, { token: "x".repeat(43) })).rejects.toMatchObject({ status: 404 });
});

test("a line end in a name or a subject: that mail is refused with words, and the server hears nothing", async () => {
  const server = await serve();
  const evil = await campaign();
  await prisma().invitee.updateMany({
    where: { studyId: evil.studyId, email: evil.people[0].email },
    data: { name: "Ida\r\nBcc: all@world.invalid" },
  });
  await evil.invite();
  await evil.send();
  const refused = (await evil.messages()).filter((row) => row.state === "failed");
  expect(refused).toHaveLength(1);
  expect(refused[0]?.problem).toContain("the name of the person");
  expect(server.received.map((mail) => mail.to[0])).not.toContain(evil.people[0].email);
  expect(server.received.map((mail) => mail.source).join("")).not.toContain("world.invalid");
  const text = { kind: "invitation", language: "en", markdown: "Hello {link}" };
  for (const subject of ["Hello\r\nBcc: x@y.invalid", "Hello\nX: y", "Hello\u2028X: y"]) {
    const change = updateCampaign(COMMAND, { ...evil.scope, texts: [{ ...text, subject }] });
    await expect(change).rejects.toThrow(/one line/);
  }
  for (const senderEmail of ["a@b.invalid\r\nBcc: x@y.invalid", "a@b.invalid,c@d.invalid", '"a b"@c.invalid']) {
    await expect(updateCampaign(COMMAND, { ...evil.scope, senderEmail })).rejects.toMatchObject({ status: 400 });
  }
  await prisma().campaign.updateMany({ where: { id: evil.campaignId }, data: { senderName: "Lab\r\nBcc: x@y.z" } });
  const all = evil.invitations.map((row) => row.invitationId);
  await evil.daysPass(2);
  await expect(evil.invite(all)).rejects.toMatchObject({ status: 422 });
});

test("messages leave no faster than the rate, over all that send", async () => {
  const server = await serve({}, 300);
  const { studyId, invite, messages } = await campaign();
  await invite();
  const ids = (await messages()).map((row) => row.messageId);
  await Promise.all(ids.map((messageId) => sendMessage(COMMAND, { studyId, messageId }, { last: false })));
  const claims = await prisma().message.findMany({ where: { studyId }, orderBy: { sentAt: "asc" } });
  const times = claims.map((row) => row.claimedAt?.getTime() ?? 0).toSorted((a, b) => a - b);
  expect(server.received).toHaveLength(3);
  expect(times[2]! - times[0]!).toBeGreaterThan(300); // Two distances of 200 ms; the first may be late.
});

test("one that was perhaps sent is not sent again unasked; a person decides", async () => {
  const server = await serve();
  const { studyId, scope, invite, messages, send, states } = await campaign();
  await invite();
  const [first, second] = await messages();
  await prisma().message.updateMany({ where: { studyId }, data: { state: "sending", claimedAt: new Date() } });
  expect(await states()).toEqual(["sending", "sending", "sending"]);
  await send();
  expect(await states()).toEqual(["unsure", "unsure", "unsure"]);
  const { counts } = await listMessages(COMMAND, { ...scope, state: "unsure" });
  expect(counts).toMatchObject({ unsure: 3, sending: 0 });
  expect(server.received).toEqual([]);
  await changeMessage(COMMAND, { ...scope, messageId: first!.messageId, action: "arrived" });
  await changeMessage(COMMAND, { ...scope, messageId: second!.messageId, action: "again" });
  await send();
  expect(await states()).toEqual(["sent", "sent", "unsure"]);
  expect(server.received.map((mail) => mail.messageId.split("@")[0])).toEqual([second!.messageId]);
});

test("one's own mail server is needed, and the role; foreign ids are not found; erasing takes the mails too", async () => {
  const first = await campaign();
  await expect(first.invite()).rejects.toMatchObject({
    status: 409,
    details: { extra: { missing: [expect.stringContaining("ASSAY_SMTP_URL")] } },
  });
  await serve();
  await first.invite();
  const second = await campaign();
  const { messageId } = (await first.messages())[0]!;
  const foreign = { ...second.scope, messageId, action: "cancel" };
  await expect(changeMessage(COMMAND, foreign)).rejects.toMatchObject({ status: 404 });
  const { ctx: auditor } = await makePerson(first.studyId, "auditor");
  const { ctx: stranger } = await makePerson(first.studyId, null);
  const asks = { ...first.scope, action: "invite" };
  await expect(queueMessages(auditor, asks)).rejects.toMatchObject({ status: 403 });
  await expect(queueMessages(stranger, asks)).rejects.toMatchObject({ status: 404 });
  await expect(listMessages(stranger, first.scope)).rejects.toMatchObject({ status: 404 });
  await changeMessage(COMMAND, { ...first.scope, messageId, action: "cancel" });
  await eraseSubject(COMMAND, { email: first.people[1].email });
  await first.send();
  expect((await first.states()).toSorted()).toEqual(["failed", "sent"]);
});
