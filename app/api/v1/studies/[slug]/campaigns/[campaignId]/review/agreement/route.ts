import { reviewAgreement } from "@/lib/endorsements/review-agreement";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId, params }) => ({
  pairs: await reviewAgreement(ctx, { studyId, campaignId: params.campaignId }),
}));
