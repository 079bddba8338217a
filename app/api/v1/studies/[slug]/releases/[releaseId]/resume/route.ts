import { studyRoute } from "@/lib/http/study-route";
import { resumeRelease } from "@/lib/releases/resume-release";

export const POST = studyRoute(({ ctx, input, params }) =>
  resumeRelease(ctx, { ...input, releaseId: params.releaseId }),
);
