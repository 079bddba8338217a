import { studyRoute } from "@/lib/http/study-route";
import { drawSample } from "@/lib/sampling/draw-sample";

export const POST = studyRoute(({ ctx, input }) => drawSample(ctx, input));
