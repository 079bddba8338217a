import { changeCampaignState } from "@/lib/campaigns/change-state";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input, params }) =>
  changeCampaignState(ctx, { ...input, campaignId: params.campaignId }),
);
