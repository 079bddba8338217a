import { loadReport } from "@/lib/agreement-reports/load-report";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, query, studyId }) => {
  const { replicates, level, version, codebookVersion = version, blindOnly, ...rest } = query;

  return loadReport(ctx, {
    ...(rest as object),
    studyId,
    ...(replicates !== undefined && { replicates: Number(replicates) }),
    ...(level !== undefined && { level: Number(level) }),
    ...(codebookVersion !== undefined && { codebookVersion: Number(codebookVersion) }),
    ...(blindOnly !== undefined && { blindOnly: blindOnly === "1" }),
  });
});
