import { responseRates } from "@/lib/campaigns/response-rates";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId, params }) => ({
  rates: await responseRates(ctx, { studyId, campaignId: params.campaignId }),
}));
