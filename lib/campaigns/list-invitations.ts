import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { findCampaign } from "./find-campaign";
import { iso } from "./internal";
import { CampaignScope, ListInvitationsInput } from "./schema";
import type { FocalPaperRow, InvitationRow } from "./wire";

/** Who was asked and how far each has come; never what anybody answered. */
export async function listInvitations(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ rows: InvitationRow[]; nextCursor: string | null }> {
  const { studyId, campaignId, state, search, cursor, take } = ListInvitationsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const invitations = await database(ctx).invitation.findMany({
    where: {
      studyId,
      campaignId,
      ...(state && { state }),
      ...(cursor && { id: { gt: cursor } }),
      ...(search && {
        invitee: {
          OR: [
            { email: { contains: search, mode: "insensitive" as const } },
            { name: { contains: search, mode: "insensitive" as const } },
          ],
        },
      }),
    },
    include: {
      invitee: { include: { papers: { include: { focal: { select: { title: true } } }, orderBy: { n: "asc" } } } },
    },
    orderBy: { id: "asc" },
    take: take + 1,
  });
  const rows = invitations.slice(0, take).map(
    ({ invitee, ...row }): InvitationRow => ({
      invitationId: row.id,
      inviteeId: invitee.id,
      email: invitee.email,
      name: invitee.name,
      field: invitee.field,
      papers: invitee.papers.map(({ focalId, focal }) => ({ focalId, title: focal.title })),
      state: row.state,
      revoked: row.revokedAt !== null,
      replacedById: row.replacedById,
      madeAt: row.madeAt.toISOString(),
      sentAt: iso(row.sentAt),
      openedAt: iso(row.openedAt),
      startedAt: iso(row.startedAt),
      submittedAt: iso(row.submittedAt),
      declinedAt: iso(row.declinedAt),
      withdrawnAt: iso(row.withdrawnAt),
    }),
  );

  return { rows, nextCursor: invitations.length > take ? (rows.at(-1)?.invitationId ?? null) : null };
}

export async function listFocalPapers(ctx: ServiceContext, input: unknown): Promise<FocalPaperRow[]> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const rows = await database(ctx).focalPaper.findMany({
    where: { studyId, campaignId },
    include: { _count: { select: { references: true, invitees: true } } },
    orderBy: { corpusId: "asc" },
    take: 5000,
  });

  return rows.map((row) => ({
    focalId: row.id,
    corpusId: row.corpusId,
    title: row.title,
    year: row.year,
    venue: row.venue,
    field: row.field,
    authors: row.authors,
    isReview: row.isReview,
    tier: row.tier,
    references: row._count.references,
    people: row._count.invitees,
  }));
}
