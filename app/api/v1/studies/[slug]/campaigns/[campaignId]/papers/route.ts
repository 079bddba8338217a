import { importUploadedPapers } from "@/lib/campaigns/import-uploaded-papers";
import { listFocalPapers } from "@/lib/campaigns/list-invitations";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId, params }) => ({
  papers: await listFocalPapers(ctx, { studyId, campaignId: params.campaignId }),
}));

/** The body is the file itself, `?file=` its name; 422 with faults by line where it is refused. */
export const POST = studyRoute(
  ({ ctx, studyId, params, query, request }) =>
    importUploadedPapers(ctx, { studyId, campaignId: params.campaignId, fileName: query.file ?? "papers", request }),
  { body: "stream" },
);
