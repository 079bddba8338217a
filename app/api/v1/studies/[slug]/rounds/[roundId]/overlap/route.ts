import { studyRoute } from "@/lib/http/study-route";
import { changeOverlap } from "@/lib/sampling/change-overlap";

export const POST = studyRoute(({ ctx, params, input }) => changeOverlap(ctx, { ...input, roundId: params.roundId }));
