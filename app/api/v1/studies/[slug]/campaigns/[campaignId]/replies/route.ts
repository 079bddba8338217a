import { addReply } from "@/lib/endorsements/add-reply";
import { listReplies } from "@/lib/endorsements/read-reply";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId, params }) => ({
  replies: await listReplies(ctx, { studyId, campaignId: params.campaignId }),
}));

export const POST = studyRoute(({ ctx, input, params }) => addReply(ctx, { ...input, campaignId: params.campaignId }));
