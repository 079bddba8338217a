import { INSTANCE, recordAudit } from "@/lib/audit/record-audit";
import { requireAdministrator } from "@/lib/auth/require-role";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { countAdministrators, lockAdministrators } from "./internal";
import { ChangeUserInput } from "./schema";

/** Disables, enables, or changes the administration of an account. Open sessions of a disabled one end at once. */
export async function changeUser(ctx: ServiceContext, input: unknown): Promise<{ userId: string }> {
  const { userId, disabled, administrator } = ChangeUserInput.parse(input);
  requireAdministrator(ctx);

  return withTransaction(ctx, async (tx, inner) => {
    await lockAdministrators(tx);
    const before = await countAdministrators(tx);
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true } });
    if (!user) throw notFound("This account");
    const disabledAt = disabled === undefined ? undefined : disabled ? new Date() : null;
    await tx.user.update({ where: { id: userId }, data: { disabledAt, administrator }, select: { id: true } });
    if (before > 0 && (await countAdministrators(tx)) === 0)
      throw new ServiceError("conflict", "The instance needs an administrator. Make somebody else one first.");
    if (disabled) await revokeSessionsOf(inner, userId);
    await recordAudit(tx, ctx, {
      studyId: INSTANCE,
      action: "user.change",
      subject: userId,
      detail: { disabled, administrator },
    });

    return { userId };
  });
}
