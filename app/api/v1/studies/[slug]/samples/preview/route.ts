import { studyRoute } from "@/lib/http/study-route";
import { previewSample } from "@/lib/sampling/preview-sample";

/** A POST, since the plan is a body; nothing is written. */
export const POST = studyRoute(({ ctx, input }) => previewSample(ctx, input));
