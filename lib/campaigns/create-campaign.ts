import { recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { uniqueViolation } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { CreateCampaignInput } from "./schema";
import { writeTexts } from "./write-texts";

/** A campaign as a draft: nobody is asked before it is opened. */
export async function createCampaign(ctx: ServiceContext, input: unknown): Promise<{ campaignId: string }> {
  const { studyId, texts, senderEmail, ...fields } = CreateCampaignInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const campaignId = uuid7();
  const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const { seed = campaignId, ...others } = fields;
  const data = {
    name: others.name,
    languages: others.languages,
    opensAt: others.opensAt,
    closesAt: others.closesAt,
    reminderDays: others.reminderDays,
    collects: others.collects,
    reviewers: others.reviewers,
    poolId: others.poolId,
    senderName: others.senderName ?? "",
    senderEmail: senderEmail ? canonicalEmail(senderEmail) : "",
    contact: others.contact ?? "",
  };

  return withTransaction(ctx, async (tx) => {
    await tx.campaign
      .create({ data: { ...data, studyId, id: campaignId, seed, createdById }, select: { id: true } })
      .catch((error) => {
        throw uniqueViolation(error)
          ? new ServiceError("conflict", `There is a campaign "${data.name}" already. Choose another name.`)
          : error;
      });
    await writeTexts(tx, { studyId, campaignId }, texts);
    await recordAudit(tx, ctx, {
      studyId,
      action: "campaign.create",
      subject: campaignId,
      detail: { name: data.name, seed, collects: data.collects },
    });

    return { campaignId };
  });
}
