import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { markDelivery } from "./change-invitation";

export const PERHAPS =
  "Perhaps sent: the studio or the line failed while the mail server took this message. It is not sent again unasked; send it again if the person has not got it.";

type Row = { studyId: string; id: string; invitationId: string; kind: string };
type End = {
  state: "queued" | "sending" | "sent" | "failed" | "bounced";
  problem: string | null;
  /** A link that was made for a mail which the server has not taken. */
  unusedLink?: string;
};

/**
 * Writes down how a message ended. What the mail server has taken has happened, so an outage of the database is waited
 * out for a minute; after that the message stays `sending`, which is never sent again unasked.
 */
export async function finishMessage(ctx: ServiceContext, row: Row, end: End): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await withTransaction(ctx, (tx) => write(tx, row, end));
    } catch (error) {
      if (ctx.db || Date.now() > until) throw error;
      await sleep(1_000);
    }
  }
}

async function write(tx: Transaction, { studyId, id, invitationId, kind }: Row, end: End): Promise<void> {
  const now = new Date();
  const { count } = await tx.message.updateMany({
    where: { studyId, id, state: { in: ["queued", "sending"] } },
    data: {
      state: end.state,
      problem: end.problem,
      ...(end.state === "sent" && { sentAt: now }),
      ...(end.state === "failed" && { failedAt: now }),
      ...(end.state === "bounced" && { bouncedAt: now }),
    },
  });
  if (end.unusedLink) await tx.invitationToken.deleteMany({ where: { studyId, tokenHash: end.unusedLink } });
  if (count === 0) return; // Erased meanwhile.
  // Days to a reminder count from the invitation, so a reminder does not set it anew.
  if (end.state === "sent" && kind === "invite") await markDelivery(tx, studyId, invitationId, "sent", now);
  if (end.state === "bounced") await markDelivery(tx, studyId, invitationId, "bounced", now);
}
