import { resolveAddition } from "@/lib/endorsements/resolve-addition";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input, params }) =>
  resolveAddition(ctx, { ...input, campaignId: params.campaignId, endorsementId: params.endorsementId }),
);
