import { studyRoute } from "@/lib/http/study-route";
import { readLayer } from "@/lib/layers/read-layer";

export const GET = studyRoute(({ ctx, params, studyId }) => readLayer(ctx, { studyId, layerId: params.layerId }));
