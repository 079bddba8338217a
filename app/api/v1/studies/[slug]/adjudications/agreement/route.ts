import { adjudicatorAgreement } from "@/lib/adjudication/adjudicator-agreement";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, query, studyId }) => {
  const { replicates, ...rest } = query;

  return adjudicatorAgreement(ctx, {
    ...(rest as object),
    studyId,
    ...(replicates !== undefined && { replicates: Number(replicates) }),
  });
});
