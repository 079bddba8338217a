import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import { newToken } from "@/lib/auth/token";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { joinUrl } from "./internal";
import { CreateJoinLinkInput, DAY_MS } from "./schema";

/** A link for new members of a study. The address is shown once: only its hash is kept. */
export async function createJoinLink(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ linkId: string; url: string; expiresAt: string }> {
  const { studyId, role, note, maxUses, days } = CreateJoinLinkInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const { token, tokenHash } = newToken();
    const expiresAt = new Date(Date.now() + days * DAY_MS);
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const link = await tx.joinLink.create({
      data: { studyId, role, note, maxUses, tokenHash, expiresAt, createdById },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId,
      action: "join-link.create",
      subject: link.id,
      detail: { role, maxUses, days },
    });

    return { linkId: link.id, url: joinUrl(token), expiresAt: expiresAt.toISOString() };
  });
}
