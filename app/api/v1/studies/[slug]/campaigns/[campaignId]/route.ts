import { readCampaign } from "@/lib/campaigns/read-campaign";
import { updateCampaign } from "@/lib/campaigns/update-campaign";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params }) =>
  readCampaign(ctx, { studyId, campaignId: params.campaignId }),
);

export const PATCH = studyRoute(({ ctx, input, params }) =>
  updateCampaign(ctx, { ...input, campaignId: params.campaignId }),
);
