import { download } from "@/lib/http/stream";
import { studyRoute } from "@/lib/http/study-route";
import { openArchive } from "@/lib/releases/open-archive";

export const GET = studyRoute(async ({ ctx, studyId, params }) => {
  const archive = await openArchive(ctx, { studyId, releaseId: params.releaseId });

  return download(archive.bytes, archive.fileName, "application/zip");
});
