import { setTimeout as sleep } from "node:timers/promises";
import { requireRole } from "@/lib/auth/require-role";
import { newToken } from "@/lib/auth/token";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { type Delivery, deliver } from "@/lib/mail/deliver";
import { type MailSettings, mailSettings } from "@/lib/mail/settings";
import { finishMessage, PERHAPS } from "./finish-message";
import { doNotAskKey } from "./internal";
import { type HeldMessage, mailOf, WITH_MAIL } from "./message-mail";
import { whyNever } from "./message-rule";
import { SendMessageInput } from "./schema";

export type Attempt = {
  /** A failure now is for good. */
  last: boolean;
  signal?: AbortSignal;
};

/**
 * Sends one message, and never twice: `sending` and the hash of its link are committed when the mail server has the
 * whole text and only waits for the dot that ends it. Before that, nobody has the message and it may be tried again;
 * after it, it is never tried again unasked, whatever happens to us.
 */
export async function sendMessage(ctx: ServiceContext, input: unknown, attempt: Attempt): Promise<void> {
  const { studyId, messageId: id } = SendMessageInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const where = { studyId_id: { studyId, id } };
  const message = await database(ctx).message.findUnique({ where, include: WITH_MAIL });
  if (!message) return; // Erased meanwhile.
  if (message.state === "sending") return perhapsSent(ctx, message);
  if (message.state !== "queued") return;
  const settings = mailSettings();
  if (!settings) throw new ServiceError("unavailable", "No mail server is set (ASSAY_SMTP_URL). The message waits.");
  const why = await withTransaction(ctx, (tx) => whyNot(tx, message));
  if (why) return finishMessage(ctx, message, { state: "failed", problem: `Not sent: ${WORDS[why]}.` });
  await waitForTurn(ctx, message, settings, attempt.signal);
  await talk(ctx, message, settings, attempt);
}

async function talk(
  ctx: ServiceContext,
  message: HeldMessage,
  settings: MailSettings,
  { last, signal }: Attempt,
): Promise<void> {
  const { invitee } = message.invitation;
  const email = invitee.email ?? "";
  const { token, tokenHash } = newToken();
  const mail = await mailOf(message, email, token).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "unprocessable") return error;
    throw error;
  });
  if (mail instanceof ServiceError) return finishMessage(ctx, message, { state: "failed", problem: mail.message });
  const seen: { why?: Why | null } = {};
  const delivery = await deliver(settings, {
    from: invitee.campaign.senderEmail,
    to: email,
    message: mail,
    commit: async () => {
      seen.why = await claim(ctx, message, tokenHash);

      return seen.why === null;
    },
    ...(signal && { signal }),
  });
  if (delivery.kind === "withheld") {
    if (seen.why === undefined) throw new Error("The studio stopped before the message was sent; it waits.");
    if (seen.why === "taken" || seen.why === null) return;

    return finishMessage(ctx, message, { state: "failed", problem: `Not sent: ${WORDS[seen.why]}.` });
  }
  await record(ctx, message, delivery, tokenHash, last);
}

async function record(
  ctx: ServiceContext,
  message: HeldMessage,
  delivery: Exclude<Delivery, { kind: "withheld" }>,
  tokenHash: string,
  last: boolean,
): Promise<void> {
  if (delivery.kind === "sent") return finishMessage(ctx, message, { state: "sent", problem: null });
  if (delivery.kind === "unknown") return finishMessage(ctx, message, { state: "sending", problem: PERHAPS });
  const { at, temporary, said } = delivery;
  if (temporary && !last) {
    await finishMessage(ctx, message, { state: "queued", problem: said, unusedLink: tokenHash });
    // Its words may hold the person's address, and stay with the message; a log and the queue do without.
    throw new ServiceError("unavailable", "The mail server has not taken a message. It waits and is tried again.");
  }
  const state = at === "recipient" ? "bounced" : "failed";
  await finishMessage(ctx, message, { state, problem: said, unusedLink: tokenHash });
}

type Why = NonNullable<ReturnType<typeof whyNever>> | "over" | "taken";

const WORDS: Record<Why, string> = {
  revoked: "the invitation was revoked",
  expired: "the invitation has expired",
  declined: "the person declined",
  do_not_ask: "the person is not to be written to",
  answered: "the person has answered",
  over: "the campaign is over",
  taken: "it was sent elsewhere",
  written_already: "the person was written to",
  written_today: "the person was written to today",
  bounced: "the last mail came back",
  not_invited: "the person was not invited",
  reminded_twice: "the person was reminded twice",
};

/** Whether the person may still be written to, with their invitation locked: who declines meanwhile waits, or is seen. */
async function whyNot(tx: Transaction, message: HeldMessage, now = new Date()): Promise<Why | null> {
  const { studyId, invitationId } = message;
  await tx.$queryRaw`
    SELECT id::text FROM "Invitation" WHERE "studyId" = ${studyId}::uuid AND id = ${invitationId}::uuid FOR UPDATE`;
  const invitation = await tx.invitation.findUnique({
    where: { studyId_id: { studyId, id: invitationId } },
    include: { invitee: { include: { campaign: true } } },
  });
  if (!invitation) return "taken";
  const { email, campaign } = invitation.invitee;
  const key = email === null ? "" : doNotAskKey(studyId, email);
  const refused = await tx.doNotAsk.count({ where: { studyId, keyHash: key } });
  const never = whyNever(invitation, email, refused > 0);
  if (never) return never;
  if (campaign.state !== "open" || (campaign.closesAt && campaign.closesAt <= now)) return "over";

  return email === message.invitation.invitee.email ? null : "taken";
}

/** The moment after which the message counts as perhaps sent. Null: it is ours to end. */
async function claim(ctx: ServiceContext, message: HeldMessage, tokenHash: string): Promise<Why | null> {
  const { studyId, id, invitationId } = message;

  return withTransaction(ctx, async (tx) => {
    const why = await whyNot(tx, message);
    if (why) return why;
    const { count } = await tx.message.updateMany({
      where: { studyId, id, state: "queued" },
      data: { state: "sending", claimedAt: new Date(), problem: null },
    });
    if (count === 0) return "taken";
    await tx.invitationToken.create({
      data: { studyId, invitationId, tokenHash, via: "mail" },
      select: { tokenHash: true },
    });

    return null;
  });
}

/** Found by a later try: the process that had it is gone, or the line broke. */
async function perhapsSent(ctx: ServiceContext, { studyId, id }: HeldMessage): Promise<void> {
  await database(ctx).message.updateMany({
    where: { studyId, id, state: "sending", problem: null },
    data: { problem: PERHAPS },
  });
}

/** Messages leave at even distances, counted over all processes: each takes the next free moment and waits for it. */
async function waitForTurn(
  ctx: ServiceContext,
  { studyId, id }: HeldMessage,
  { rate }: MailSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const gap = 60_000 / rate;
  const turn = await withTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('mail-turn', 0))::text`;
    const now = Date.now();
    const { _max } = await tx.message.aggregate({
      where: { claimedAt: { gte: new Date(now - gap) } },
      _max: { claimedAt: true },
    });
    const next = Math.max(now, (_max.claimedAt?.getTime() ?? 0) + gap);
    await tx.message.updateMany({
      where: { studyId, id, state: "queued" },
      data: { claimedAt: new Date(next), attempts: { increment: 1 } },
    });

    return next;
  });
  const wait = turn - Date.now();
  if (wait > 0) await sleep(wait, undefined, signal && { signal });
}
