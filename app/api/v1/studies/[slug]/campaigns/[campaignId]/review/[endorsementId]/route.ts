import { additionMatches } from "@/lib/endorsements/resolve-addition";
import { reviewPair } from "@/lib/endorsements/review-pair";
import { studyRoute } from "@/lib/http/study-route";

/** Works that an addition may mean; `?text=` searches for another title, id or DOI. */
export const GET = studyRoute(async ({ ctx, studyId, params, query }) => ({
  matches: await additionMatches(ctx, {
    ...query,
    studyId,
    campaignId: params.campaignId,
    endorsementId: params.endorsementId,
  }),
}));

export const POST = studyRoute(({ ctx, input, params }) =>
  reviewPair(ctx, { ...input, campaignId: params.campaignId, endorsementId: params.endorsementId }),
);
