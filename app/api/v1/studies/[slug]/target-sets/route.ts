import { studyRoute } from "@/lib/http/study-route";
import { importTargetSet } from "@/lib/pools/import-target-set";
import { listTargetSets } from "@/lib/pools/list-target-sets";
import { uploadOf } from "@/lib/pools/upload-request";

export const GET = studyRoute(async ({ ctx, studyId }) => ({ targetSets: await listTargetSets(ctx, { studyId }) }));

/** `?name=…&file=…&kind=targets|tier|split&within=…`, the file's bytes as the body. */
export const POST = studyRoute(
  async ({ ctx, studyId, request, query }) => {
    const { file: fileName, ...rest } = query;
    const { file, drain } = uploadOf(request, fileName);
    try {
      return await importTargetSet(ctx, { ...rest, studyId, file });
    } finally {
      await drain();
    }
  },
  { body: "stream" },
);
