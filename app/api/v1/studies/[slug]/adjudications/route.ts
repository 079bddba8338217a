import { decideAdjudication } from "@/lib/adjudication/decide-adjudication";
import { listAdjudications } from "@/lib/adjudication/list-adjudications";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, query, studyId }) => {
  const { take, ...rest } = query;

  return listAdjudications(ctx, { ...(rest as object), studyId, ...(take !== undefined && { take: Number(take) }) });
});

export const POST = studyRoute(({ ctx, input }) =>
  decideAdjudication(ctx, input as Parameters<typeof decideAdjudication>[1]),
);
