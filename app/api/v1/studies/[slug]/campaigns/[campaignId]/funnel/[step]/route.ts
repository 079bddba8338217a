import { listFunnelRows } from "@/lib/campaigns/list-funnel-rows";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params }) =>
  listFunnelRows(ctx, { studyId, campaignId: params.campaignId, step: params.step }),
);
