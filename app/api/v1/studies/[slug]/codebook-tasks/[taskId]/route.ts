import { studyRoute } from "@/lib/http/study-route";
import { settleCodebookTask } from "@/lib/studies/settle-codebook-task";

export const PATCH = studyRoute(({ ctx, input, params }) =>
  settleCodebookTask(ctx, { ...input, taskId: params.taskId }),
);
