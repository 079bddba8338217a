import { INSTANCE, recordAudit } from "@/lib/audit/record-audit";
import { requireAdministrator } from "@/lib/auth/require-role";
import { newToken } from "@/lib/auth/token";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { countAdministrators, joinUrl, lockAdministrators } from "./internal";
import { DAY_MS } from "./schema";

/**
 * A one-time link that makes an administrator, or null where there is one already. Only the machine's own command may
 * ask. Links made before are revoked: the newest start's link is the one that works.
 */
export async function createFirstAdminLink(ctx: ServiceContext): Promise<{ url: string } | null> {
  requireAdministrator(ctx);

  return withTransaction(ctx, async (tx) => {
    await lockAdministrators(tx);
    if ((await countAdministrators(tx)) > 0) return null;
    await tx.joinLink.updateMany({ where: { administrator: true, revokedAt: null }, data: { revokedAt: new Date() } });
    const { token, tokenHash } = newToken();
    const link = await tx.joinLink.create({
      data: {
        administrator: true,
        tokenHash,
        note: "first administrator",
        expiresAt: new Date(Date.now() + 7 * DAY_MS),
      },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId: INSTANCE,
      action: "join-link.create",
      subject: link.id,
      detail: { administrator: true },
    });

    return { url: joinUrl(token) };
  });
}
