import { studyRoute } from "@/lib/http/study-route";
import { deleteTargetSet } from "@/lib/pools/delete-target-set";

export const DELETE = studyRoute(({ ctx, params, input }) =>
  deleteTargetSet(ctx, { ...input, targetSetId: params.targetSetId }),
);
