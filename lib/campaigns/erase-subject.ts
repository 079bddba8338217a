import { INSTANCE, recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { eraseAccount } from "./erase-account";
import { eraseInvitee } from "./erase-invitee";
import { EraseSubjectInput } from "./schema";

export type Erased = { invitees: number; account: boolean; pairs: number };

/**
 * `unlink`: address, name, links, mails, reasons and notes go, and what was answered stays under a random id.
 * `remove`: the answers go too, from every later release. Again: nothing is left to erase, and nothing changes.
 */
export async function eraseSubject(ctx: ServiceContext, input: unknown): Promise<Erased> {
  const { email: raw, mode } = EraseSubjectInput.parse(input);
  requireAdministrator(ctx);
  const email = canonicalEmail(raw);

  return withTransaction(
    ctx,
    async (tx) => {
      const invitees = await tx.invitee.findMany({ where: { email }, include: { papers: true, response: true } });
      let pairs = 0;
      for (const invitee of invitees) pairs += await eraseInvitee(tx, invitee, mode);
      const account = await eraseAccount(tx, email, mode);
      await tx.rateCount.deleteMany({ where: { key: { contains: email } } });
      for (const studyId of new Set(invitees.map((invitee) => invitee.studyId))) {
        const own = invitees.filter((invitee) => invitee.studyId === studyId);
        await recordAudit(tx, ctx, {
          studyId,
          action: "subject.erase",
          subject: own.map((invitee) => invitee.id).join(" "),
          detail: { mode },
        });
      }
      if (account)
        await recordAudit(tx, ctx, { studyId: INSTANCE, action: "subject.erase", subject: account, detail: { mode } });

      return { invitees: invitees.length, account: account !== null, pairs };
    },
    { timeout: 60_000 },
  );
}
