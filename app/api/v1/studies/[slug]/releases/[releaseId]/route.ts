import { studyRoute } from "@/lib/http/study-route";
import { discardRelease } from "@/lib/releases/discard-release";
import { readRelease } from "@/lib/releases/read-release";

export const GET = studyRoute(({ ctx, studyId, params }) => readRelease(ctx, { studyId, releaseId: params.releaseId }));
export const DELETE = studyRoute(({ ctx, input, params }) =>
  discardRelease(ctx, { ...input, releaseId: params.releaseId }),
);
