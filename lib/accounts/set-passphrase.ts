import { z } from "zod";
import { INSTANCE, recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { checkPassphrase, hashPassphrase } from "@/lib/auth/passphrase";
import { requireAdministrator } from "@/lib/auth/require-role";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";

const Input = z.strictObject({ email: z.string().max(320), passphrase: z.string().max(512) });

/** A new passphrase for an account, set on the server's own machine. Ends every open session of it. */
export async function setPassphrase(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ userId: string; sessionsEnded: number }> {
  const { email: raw, passphrase } = Input.parse(input);
  requireAdministrator(ctx);
  const email = canonicalEmail(raw);
  checkPassphrase(passphrase);
  const passphraseHash = await hashPassphrase(passphrase);

  return withTransaction(ctx, async (tx, inner) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw notFound("This account");
    await tx.user.update({ where: { id: user.id }, data: { passphraseHash }, select: { id: true } });
    const sessionsEnded = await revokeSessionsOf(inner, user.id);
    await recordAudit(tx, ctx, { studyId: INSTANCE, action: "user.set-passphrase", subject: user.id });

    return { userId: user.id, sessionsEnded };
  });
}
