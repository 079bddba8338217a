import { studyRoute } from "@/lib/http/study-route";
import { listReleases } from "@/lib/releases/list-releases";
import { startRelease } from "@/lib/releases/start-release";

export const GET = studyRoute(({ ctx, studyId }) => listReleases(ctx, { studyId }));
export const POST = studyRoute(({ ctx, input }) => startRelease(ctx, input));
