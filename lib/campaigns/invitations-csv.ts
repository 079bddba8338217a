import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { csvText } from "@/lib/release-files/encode-text";
import { findCampaign } from "./find-campaign";
import { mintLinks } from "./internal";
import { CampaignScope } from "./schema";

/**
 * The people to write to with one's own mail program, each with a link of their own; each download makes new links, and
 * those before go on working. Who answered, declined or was revoked is left out.
 */
export async function invitationsCsv(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ fileName: string; text: string; rows: number }> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx) => {
      const campaign = await findCampaign(tx, studyId, campaignId);
      const rows = await tx.invitation.findMany({
        where: {
          studyId,
          campaignId,
          revokedAt: null,
          state: { in: ["made", "sent", "bounced", "opened", "started"] },
          invitee: { email: { not: null } },
        },
        include: {
          invitee: { include: { papers: { include: { focal: { select: { title: true } } }, orderBy: { n: "asc" } } } },
        },
        orderBy: { id: "asc" },
      });
      const ids = rows.map((row) => row.id);
      const urls = await mintLinks(tx, studyId, ids, "csv");
      const lines = rows.map(({ invitee }, i) =>
        [
          csvText(invitee.email ?? ""),
          csvText(invitee.name ?? ""),
          csvText(invitee.papers.map(({ focal }) => focal.title).join("; ")),
          urls[i] ?? "",
        ].join(","),
      );
      await recordAudit(tx, ctx, {
        studyId,
        action: "campaign.download-links",
        subject: campaignId,
        detail: { rows: rows.length },
      });

      return {
        fileName: `invitations-${campaign.name.replace(/[^A-Za-z0-9]+/g, "-").toLowerCase()}.csv`,
        text: `${["email,name,papers,link", ...lines].join("\r\n")}\r\n`,
        rows: rows.length,
      };
    },
    { timeout: 60_000 },
  );
}
