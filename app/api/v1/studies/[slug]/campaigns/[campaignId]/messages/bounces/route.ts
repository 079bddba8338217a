import { recordBounces } from "@/lib/campaigns/record-bounces";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input, params }) =>
  recordBounces(ctx, { ...input, campaignId: params.campaignId }),
);
