import { studyRoute } from "@/lib/http/study-route";
import { importPool } from "@/lib/pools/import-pool";
import { listPools } from "@/lib/pools/list-pools";
import { uploadOf } from "@/lib/pools/upload-request";

export const GET = studyRoute(async ({ ctx, studyId }) => ({ pools: await listPools(ctx, { studyId }) }));

/** `?name=…&file=…`, the file's bytes as the body. */
export const POST = studyRoute(
  async ({ ctx, studyId, request, query }) => {
    const { file: fileName, ...rest } = query;
    const { file, drain } = uploadOf(request, fileName);
    try {
      return await importPool(ctx, { ...rest, studyId, file });
    } finally {
      await drain();
    }
  },
  { body: "stream" },
);
