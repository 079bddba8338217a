import type { MessageKind, MessageState } from "@/lib/db/generated/enums";
import type { InvitationStateName, NotWritten } from "./wire";

/** What decides whether somebody is written to; a row of an invitation has it. */
export type Writable = {
  state: InvitationStateName;
  sentAt: Date | null;
  revokedAt: Date | null;
  messages: readonly { kind: MessageKind; ordinal: number; state: MessageState; queuedAt: Date; sentAt: Date | null }[];
};

export type Plan = { kind: MessageKind; ordinal: number } | { not: NotWritten["reason"] };

const DAY = 86_400_000;

/** Why nobody writes to this person at all, whatever was asked for; checked again at the very moment of sending. */
export function whyNever(
  one: Pick<Writable, "state" | "revokedAt">,
  email: string | null,
  refused: boolean,
): NotWritten["reason"] | null {
  if (one.revokedAt) return "revoked";
  if (one.state === "expired") return "expired";
  if (one.state === "declined") return "declined";
  if (email === null || refused) return "do_not_ask";
  if (one.state === "submitted" || one.state === "withdrawn") return "answered";

  return null;
}

/** The invitation. `again`: the researcher named this person, who may have been written to before. */
export function planInvite(one: Writable, again: boolean, now: Date): Plan {
  const mine = one.messages.filter((message) => message.kind === "invite");
  const alive = one.messages.filter((message) => message.state !== "failed");
  if (alive.some((message) => message.state === "queued" || message.state === "sending")) {
    return { not: "written_already" };
  }
  if (!again && one.state === "bounced") return { not: "bounced" };
  if (!again && (alive.length > 0 || one.state !== "made")) return { not: "written_already" };
  if (again && alive.some((message) => message.state === "sent" && writtenToday(message, now))) {
    return { not: "written_today" };
  }

  return { kind: "invite", ordinal: nextOrdinal(mine) };
}

/** The first or the second reminder. `days`: how long after the invitation each is due; null where a person asks for it. */
export function planReminder(one: Writable, days: readonly number[] | null, now: Date): Plan {
  const alive = one.messages.filter((message) => message.state !== "failed");
  const invited = alive.some((message) => message.kind === "invite" && message.state !== "queued");
  if (one.state === "bounced") return { not: "bounced" };
  if (one.sentAt === null || (days !== null && !invited)) return { not: "not_invited" };
  const done = new Set(alive.filter((message) => message.kind !== "invite").map((message) => message.kind)).size;
  if (done >= 2) return { not: "reminded_twice" };
  if (alive.some((message) => message.state === "queued")) return { not: "written_already" };
  const latest = Math.max(
    one.sentAt.getTime(),
    ...alive.map((message) => (message.sentAt ?? message.queuedAt).getTime()),
  );
  if (now.getTime() - latest < DAY) return { not: "written_today" };
  if (days !== null) {
    const wait = days.toSorted((a, b) => a - b)[done];
    if (wait === undefined) return { not: "reminded_twice" };
    if (now.getTime() < one.sentAt.getTime() + wait * DAY) return { not: "written_already" };
  }
  const kind = done === 0 ? "reminder1" : "reminder2";

  return { kind, ordinal: nextOrdinal(one.messages.filter((message) => message.kind === kind)) };
}

function writtenToday(message: { queuedAt: Date; sentAt: Date | null }, now: Date): boolean {
  return now.getTime() - (message.sentAt ?? message.queuedAt).getTime() < DAY;
}

function nextOrdinal(messages: readonly { ordinal: number }[]): number {
  return Math.max(0, ...messages.map((message) => message.ordinal)) + 1;
}
