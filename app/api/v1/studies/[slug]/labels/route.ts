import { studyRoute } from "@/lib/http/study-route";
import { recordLabel } from "@/lib/labels/record-label";

export const POST = studyRoute(({ ctx, input }) => recordLabel(ctx, input));
