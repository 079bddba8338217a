import { studyRoute } from "@/lib/http/study-route";
import { readMyWork } from "@/lib/labels/my-work";

export const GET = studyRoute(({ ctx, studyId, query }) => readMyWork(ctx, { ...query, studyId }));
