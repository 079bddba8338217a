import { listMessages } from "@/lib/campaigns/list-messages";
import { queueMessages } from "@/lib/campaigns/queue-messages";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params, query }) =>
  listMessages(ctx, { ...query, studyId, campaignId: params.campaignId }),
);

export const POST = studyRoute(({ ctx, input, params }) =>
  queueMessages(ctx, { ...input, campaignId: params.campaignId }),
);
