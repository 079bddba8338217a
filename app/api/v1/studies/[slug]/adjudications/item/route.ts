import { readAdjudication } from "@/lib/adjudication/read-adjudication";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, query, studyId }) => {
  const { showJudge, settle, ...rest } = query;

  return readAdjudication(ctx, {
    ...(rest as { roundId: string; itemId: string; question: string }),
    studyId,
    showJudge: showJudge === "1",
    settle: settle === "1",
  });
});
