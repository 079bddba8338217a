import { openPairs } from "@/lib/endorsements/open-pairs";
import { download } from "@/lib/http/stream";
import { studyRoute } from "@/lib/http/study-route";

/** `?profile=public|team|full&format=jsonl|csv|parquet` */
export const GET = studyRoute(async ({ ctx, studyId, params, query }) => {
  const file = await openPairs(ctx, { ...query, studyId, campaignId: params.campaignId });

  return download(file.bytes, file.fileName, file.contentType, { "X-Assay-Withheld": String(file.withheld) });
});
