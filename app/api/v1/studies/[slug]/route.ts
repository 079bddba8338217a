import { studyRoute } from "@/lib/http/study-route";
import { updateStudy } from "@/lib/studies/update-study";

export const PATCH = studyRoute(({ ctx, input }) => updateStudy(ctx, input));
