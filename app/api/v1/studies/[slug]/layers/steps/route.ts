import { studyRoute } from "@/lib/http/study-route";
import { layerSteps } from "@/lib/layers/layer-steps";
import { layerQueryOf } from "@/lib/layers/query-from-address";

export const GET = studyRoute(({ ctx, query, studyId }) => layerSteps(ctx, { ...layerQueryOf(query), studyId }));
/** A spec may be longer than an address. Nothing is written. */
export const POST = studyRoute(({ ctx, input }) => layerSteps(ctx, input));
