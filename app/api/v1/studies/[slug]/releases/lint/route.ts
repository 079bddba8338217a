import { studyRoute } from "@/lib/http/study-route";
import { lintRelease } from "@/lib/releases/lint-release";

export const POST = studyRoute(({ ctx, input }) => lintRelease(ctx, input));
