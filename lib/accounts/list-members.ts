import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { JoinLinkRow, Member } from "./wire";

/** The people of a study with their names: for researchers. Auditors and pages of results see pseudonyms alone. */
export async function listMembers(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ members: Member[]; links: JoinLinkRow[] }> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const db = database(ctx);
  const rows = await db.membership.findMany({
    where: { studyId },
    orderBy: [{ createdAt: "asc" }],
    select: { role: true, user: { select: { id: true, name: true, email: true, disabledAt: true } } },
  });
  const raters = await db.rater.findMany({
    where: { studyId, userId: { not: null } },
    select: { userId: true, pseudonym: true },
  });
  const pseudonyms = new Map(raters.map((rater) => [rater.userId, rater.pseudonym]));
  const members = new Map<string, Member>();
  for (const { role, user } of rows) {
    const member = members.get(user.id) ?? {
      userId: user.id,
      name: user.name,
      email: user.email,
      roles: [],
      pseudonym: pseudonyms.get(user.id) ?? null,
      disabled: user.disabledAt !== null,
    };
    member.roles.push(role);
    members.set(user.id, member);
  }
  const links = await db.joinLink.findMany({
    where: { studyId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: "desc" },
    select: { id: true, role: true, note: true, uses: true, maxUses: true, expiresAt: true },
  });

  return {
    members: [...members.values()],
    links: links.map(({ id, expiresAt, ...link }) => ({ linkId: id, ...link, expiresAt: expiresAt.toISOString() })),
  };
}
