import { studyRoute } from "@/lib/http/study-route";
import { retireLayer } from "@/lib/layers/retire-layer";

export const POST = studyRoute(({ ctx, params, input }) => retireLayer(ctx, { ...input, layerId: params.layerId }));
