import { studyRoute } from "@/lib/http/study-route";
import { deleteRun } from "@/lib/runs/delete-run";

export const DELETE = studyRoute(({ ctx, params, input }) => deleteRun(ctx, { ...input, runId: params.runId }));
