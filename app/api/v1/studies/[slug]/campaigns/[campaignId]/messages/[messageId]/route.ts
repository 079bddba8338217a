import { changeMessage } from "@/lib/campaigns/change-message";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input, params }) =>
  changeMessage(ctx, { ...input, campaignId: params.campaignId, messageId: params.messageId }),
);
