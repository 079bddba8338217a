import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { MessageModel } from "@/lib/db/generated/models";
import { env } from "@/lib/env";
import { mailSettings } from "@/lib/mail/settings";
import { findCampaign } from "./find-campaign";
import { iso } from "./internal";
import { missingForMail } from "./mail-ready";
import { ListMessagesInput } from "./schema";
import type { MessageList, MessageStateName } from "./wire";

/** Longer than a job of a process that died is waited for. */
const SURELY_OVER = 15 * 60_000;

/** The mails of a campaign and what became of each. */
export async function listMessages(ctx: ServiceContext, input: unknown): Promise<MessageList> {
  const { studyId, campaignId, state, invitationId, cursor, take } = ListMessagesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const campaign = await findCampaign(database(ctx), studyId, campaignId);
  const messages = await database(ctx).message.findMany({
    where: {
      studyId,
      campaignId,
      ...(invitationId && { invitationId }),
      ...(cursor && { id: { lt: cursor } }),
      ...(state && { AND: [inState(state)] }),
    },
    include: { invitation: { select: { invitee: { select: { email: true, name: true } } } } },
    orderBy: { id: "desc" },
    take: take + 1,
  });
  const rows = messages.slice(0, take).map(({ invitation, ...row }) => ({
    messageId: row.id,
    invitationId: row.invitationId,
    email: invitation.invitee.email,
    name: invitation.invitee.name,
    kind: row.kind,
    ordinal: row.ordinal,
    state: stateOf(row),
    attempts: row.attempts,
    queuedAt: row.queuedAt.toISOString(),
    sentAt: iso(row.sentAt),
    bouncedAt: iso(row.bouncedAt),
    problem: row.problem,
  }));

  return {
    configured: mailSettings() !== null,
    perMinute: env().ASSAY_SMTP_RATE,
    missing: await missingForMail(database(ctx), campaign),
    counts: await countsOf(database(ctx), { studyId, campaignId }),
    rows,
    nextCursor: messages.length > take ? (rows.at(-1)?.messageId ?? null) : null,
  };
}

/** `sending` is a moment; where it lasts, or a later try has found it so, nobody knows what the mail server did. */
export function stateOf(
  row: Pick<MessageModel, "state" | "problem" | "claimedAt">,
  now = Date.now(),
): MessageStateName {
  if (row.state !== "sending") return row.state;

  return row.problem !== null || (row.claimedAt?.getTime() ?? 0) < now - SURELY_OVER ? "unsure" : "sending";
}

function inState(state: MessageStateName, now = Date.now()): Prisma.MessageWhereInput {
  const over = [{ problem: { not: null } }, { claimedAt: { lt: new Date(now - SURELY_OVER) } }];
  if (state === "unsure") return { state: "sending", OR: over };
  if (state === "sending") return { state, NOT: { OR: over } };

  return { state };
}

async function countsOf(
  tx: Pick<Transaction, "message">,
  where: { studyId: string; campaignId: string },
): Promise<MessageList["counts"]> {
  const groups = await tx.message.groupBy({ by: ["state"], where, _count: true });
  const of = (state: string) => groups.find((group) => group.state === state)?._count ?? 0;
  const unsure = await tx.message.count({ where: { ...where, ...inState("unsure") } });

  return {
    queued: of("queued"),
    sending: of("sending") - unsure,
    unsure,
    sent: of("sent"),
    failed: of("failed"),
    bounced: of("bounced"),
  };
}
