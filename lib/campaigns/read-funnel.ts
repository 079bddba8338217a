import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { countFunnel } from "@/lib/endorsements/count-funnel";
import { findCampaign } from "./find-campaign";
import { CampaignScope } from "./schema";
import type { Funnel } from "./wire";

/** Every count of the campaign, from its rows at this moment. */
export async function readFunnel(ctx: ServiceContext, input: unknown): Promise<Funnel> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);

  return countFunnel(database(ctx), { studyId, campaignId });
}
