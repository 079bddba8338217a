import { studyRoute } from "@/lib/http/study-route";
import { addCodebookTask } from "@/lib/studies/add-codebook-task";
import { listCodebookTasks } from "@/lib/studies/list-codebook-tasks";

export const GET = studyRoute(({ ctx, studyId }) => listCodebookTasks(ctx, { studyId }));
export const POST = studyRoute(({ ctx, input }) => addCodebookTask(ctx, input));
