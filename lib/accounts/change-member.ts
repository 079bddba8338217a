import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { ChangeMemberInput } from "./schema";

/** Gives or takes one role of a member. Labels stay, whoever leaves. A study keeps at least one researcher. */
export async function changeMember(ctx: ServiceContext, input: unknown): Promise<{ changed: boolean }> {
  const { studyId, userId, role, member } = ChangeMemberInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    // Two researchers who remove each other at once would both see the other one left.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('members:' || ${studyId}, 0))::text`;
    const roles = await tx.membership.findMany({ where: { studyId, userId }, select: { role: true } });
    // Only members can be changed: a stranger joins by a link, so that ids of other people cannot be probed here.
    if (roles.length === 0) throw notFound("This member");
    const has = roles.some((row) => row.role === role);
    if (has === member) return { changed: false };
    if (member) await tx.membership.create({ data: { studyId, userId, role } });
    else await tx.membership.delete({ where: { studyId_userId_role: { studyId, userId, role } } });
    const researchers = await tx.membership.count({
      where: { studyId, role: "researcher", user: { disabledAt: null } },
    });
    if (researchers === 0 && role === "researcher" && !member) {
      throw new ServiceError("conflict", "A study needs a researcher. Make somebody else one first.");
    }
    await recordAudit(tx, ctx, {
      studyId,
      action: member ? "member.add-role" : "member.remove-role",
      subject: userId,
      detail: { role },
    });

    return { changed: true };
  });
}
