import { studyRoute } from "@/lib/http/study-route";
import { closeRound } from "@/lib/sampling/close-round";

export const PATCH = studyRoute(({ ctx, params, input }) => closeRound(ctx, { ...input, roundId: params.roundId }));
