import { confirmReply } from "@/lib/endorsements/confirm-reply";
import { readReply } from "@/lib/endorsements/read-reply";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params }) =>
  readReply(ctx, { studyId, campaignId: params.campaignId, replyId: params.replyId }),
);

export const POST = studyRoute(({ ctx, input, params }) =>
  confirmReply(ctx, { ...input, campaignId: params.campaignId, replyId: params.replyId }),
);
