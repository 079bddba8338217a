import { expect, test } from "vitest";
import { planInvite, planReminder, type Writable, whyNever } from "./message-rule";

const NOW = new Date("2026-03-20T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

type Message = Writable["messages"][number];

function mail(kind: Message["kind"], days: number, more: Partial<Message> = {}): Message {
  return { kind, ordinal: 1, state: "sent", queuedAt: daysAgo(days), sentAt: daysAgo(days), ...more };
}

function one(more: Partial<Writable> = {}): Writable {
  return { state: "made", sentAt: null, revokedAt: null, messages: [], ...more };
}

test.each([
  ["declined", one({ state: "declined" }), false],
  ["answered", one({ state: "submitted" }), false],
  ["answered", one({ state: "withdrawn" }), false],
  ["expired", one({ state: "expired" }), false],
  ["revoked", one({ revokedAt: NOW }), false],
  ["do_not_ask", one(), true],
  [null, one({ state: "started" }), false],
] as const)("never: %s", (reason, row, refused) => {
  expect(whyNever(row, "a@b.invalid", refused)).toBe(reason);
});

test("an erased person has no address", () => {
  expect(whyNever(one(), null, false)).toBe("do_not_ask");
});

test("an invitation is written once, unless it never left or a person asks for it again a day later", () => {
  expect(planInvite(one(), false, NOW)).toEqual({ kind: "invite", ordinal: 1 });
  const failed = mail("invite", 3, { state: "failed", sentAt: null });
  expect(planInvite(one({ messages: [failed] }), false, NOW)).toEqual({ kind: "invite", ordinal: 2 });
  const sent = one({ state: "sent", sentAt: daysAgo(3), messages: [mail("invite", 3)] });
  expect(planInvite(sent, false, NOW)).toEqual({ not: "written_already" });
  expect(planInvite(sent, true, NOW)).toEqual({ kind: "invite", ordinal: 2 });
  const today = one({ state: "sent", sentAt: daysAgo(0.9), messages: [mail("invite", 0.9)] });
  expect(planInvite(today, true, NOW)).toEqual({ not: "written_today" });
  const sending = one({ messages: [mail("invite", 3, { state: "sending", sentAt: null })] });
  expect(planInvite(sending, true, NOW)).toEqual({ not: "written_already" });
  const byCsv = one({ state: "opened", sentAt: daysAgo(3) });
  expect(planInvite(byCsv, false, NOW)).toEqual({ not: "written_already" });
  expect(planInvite(one({ state: "bounced" }), false, NOW)).toEqual({ not: "bounced" });
});

test("by the rule: the first reminder on its day, the second on its day, and no third", () => {
  const rule = [14, 7];
  const invited = (days: number, ...more: Message[]) =>
    one({ state: "sent", sentAt: daysAgo(days), messages: [mail("invite", days), ...more] });
  expect(planReminder(invited(6.9), rule, NOW)).toEqual({ not: "written_already" });
  expect(planReminder(invited(7), rule, NOW)).toEqual({ kind: "reminder1", ordinal: 1 });
  expect(planReminder(invited(13.9, mail("reminder1", 6.9)), rule, NOW)).toEqual({ not: "written_already" });
  expect(planReminder(invited(14, mail("reminder1", 7)), rule, NOW)).toEqual({ kind: "reminder2", ordinal: 1 });
  expect(planReminder(invited(40, mail("reminder1", 30), mail("reminder2", 20)), rule, NOW)).toEqual({
    not: "reminded_twice",
  });
  expect(planReminder(invited(40, mail("reminder1", 30)), [7], NOW)).toEqual({ not: "reminded_twice" });
});

test("a studio that slept for a month reminds once, and the second time not before a day has passed", () => {
  const late = one({ state: "opened", sentAt: daysAgo(30), messages: [mail("invite", 30), mail("reminder1", 0.5)] });
  expect(planReminder(late, [7, 14], NOW)).toEqual({ not: "written_today" });
});

test("a reminder that perhaps was sent counts; one that failed does not; who has a link by CSV is not reminded by rule", () => {
  const perhaps = mail("reminder1", 3, { state: "sending", sentAt: null });
  const failed = mail("reminder1", 3, { state: "failed", sentAt: null });
  const row = (message: Message) =>
    one({ state: "sent", sentAt: daysAgo(20), messages: [mail("invite", 20), message] });
  expect(planReminder(row(perhaps), null, NOW)).toEqual({ kind: "reminder2", ordinal: 1 });
  expect(planReminder(row(failed), null, NOW)).toEqual({ kind: "reminder1", ordinal: 2 });
  const byCsv = one({ state: "sent", sentAt: daysAgo(20) });
  expect(planReminder(byCsv, [7], NOW)).toEqual({ not: "not_invited" });
  expect(planReminder(byCsv, null, NOW)).toEqual({ kind: "reminder1", ordinal: 1 });
  expect(planReminder(one(), null, NOW)).toEqual({ not: "not_invited" });
});
