import { readCrossLayer } from "@/lib/endorsements/read-cross-layer";
import { studyRoute } from "@/lib/http/study-route";

/** `?universe=a|b|c`, and for a judge's labels `&rater=&question=&positive=`, where several options go with commas. */
export const GET = studyRoute(({ ctx, studyId, params, query }) => {
  const { universe, rater, question, positive } = query;
  const source =
    rater === undefined ? undefined : { kind: "labels", raterId: rater, question, positive: positive?.split(",") };

  return readCrossLayer(ctx, { studyId, campaignId: params.campaignId, universe, ...(source && { source }) });
});
