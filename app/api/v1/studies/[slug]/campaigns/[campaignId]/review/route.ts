import { reviewQueue } from "@/lib/endorsements/review-queue";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params, query }) =>
  reviewQueue(ctx, { ...query, studyId, campaignId: params.campaignId }),
);
