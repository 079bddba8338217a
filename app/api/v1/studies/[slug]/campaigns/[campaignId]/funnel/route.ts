import { readFunnel } from "@/lib/campaigns/read-funnel";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params }) =>
  readFunnel(ctx, { studyId, campaignId: params.campaignId }),
);
