import { studyRoute } from "@/lib/http/study-route";
import { createRound } from "@/lib/sampling/create-round";
import { listRounds } from "@/lib/sampling/list-rounds";

export const GET = studyRoute(({ ctx, studyId }) => listRounds(ctx, { studyId }));
export const POST = studyRoute(({ ctx, input }) => createRound(ctx, input));
