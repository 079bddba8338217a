import { download } from "@/lib/http/stream";
import { studyRoute } from "@/lib/http/study-route";
import { openExport } from "@/lib/layers/open-export";
import { exportQueryOf } from "@/lib/layers/query-from-address";

export const GET = studyRoute(async ({ ctx, query, studyId }) => {
  const opened = await openExport(ctx, { ...exportQueryOf(query), studyId });

  return download(opened.bytes, opened.fileName, opened.contentType, { "X-Snapshot-Id": opened.snapshotId });
});
