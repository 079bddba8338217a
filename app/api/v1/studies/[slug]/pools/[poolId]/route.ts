import { studyRoute } from "@/lib/http/study-route";
import { deletePool } from "@/lib/pools/delete-pool";

export const DELETE = studyRoute(({ ctx, params, input }) => deletePool(ctx, { ...input, poolId: params.poolId }));
