import { studyRoute } from "@/lib/http/study-route";
import { uploadOf } from "@/lib/pools/upload-request";
import { importRun } from "@/lib/runs/import-run";
import { listRuns } from "@/lib/runs/list-runs";

export const GET = studyRoute(async ({ ctx, studyId }) => ({ runs: await listRuns(ctx, { studyId }) }));

/** `?name=…&file=…`, the file's bytes as the body. */
export const POST = studyRoute(
  async ({ ctx, studyId, request, query }) => {
    const { file: fileName, ...rest } = query;
    const { file, drain } = uploadOf(request, fileName);
    try {
      return await importRun(ctx, { ...rest, studyId, file });
    } finally {
      await drain();
    }
  },
  { body: "stream" },
);
