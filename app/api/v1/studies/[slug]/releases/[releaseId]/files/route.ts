import { download } from "@/lib/http/stream";
import { studyRoute } from "@/lib/http/study-route";
import { openReleaseFile } from "@/lib/releases/open-release-file";

export const GET = studyRoute(async ({ ctx, studyId, params, query }) => {
  const file = await openReleaseFile(ctx, { studyId, releaseId: params.releaseId, path: query.path });

  return download(file.bytes, file.path.split("/").at(-1) ?? file.path, file.mediaType, {
    "Content-Length": String(file.size),
    "X-Content-Sha256": file.sha256,
  });
});
