import type { MessageKindName, MessageStateName, NotWritten } from "@/lib/campaigns/wire";

export const MESSAGE_WORDS: Record<MessageStateName, string> = {
  queued: "waits",
  sending: "being sent",
  unsure: "perhaps sent",
  sent: "sent",
  failed: "not sent",
  bounced: "came back",
};

export const KIND_WORDS: Record<MessageKindName, string> = {
  invite: "invitation",
  reminder1: "first reminder",
  reminder2: "second reminder",
};

const REASONS: Record<NotWritten["reason"], string> = {
  written_already: "written to already, or not due",
  answered: "have answered",
  declined: "declined",
  revoked: "revoked",
  expired: "expired",
  bounced: "whose last mail came back",
  do_not_ask: "not to be written to",
  not_invited: "not invited yet",
  reminded_twice: "reminded twice",
  written_today: "written to within a day",
};

/** "2 declined; 1 reminded twice" */
export function leftWords(left: readonly NotWritten[]): string {
  return left.map(({ reason, people }) => `${people} ${REASONS[reason]}`).join("; ");
}
