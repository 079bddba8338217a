import { ServiceError } from "@/lib/errors";
import { studyRoute } from "@/lib/http/study-route";
import { importUpload } from "@/lib/imports/import-upload";
import { listImports } from "@/lib/imports/list-imports";

export const GET = studyRoute(async ({ ctx, studyId }) => ({ imports: await listImports(ctx, { studyId }) }));

/** 200 with the finished import, or 202 with one that a job will read; 422 with its faults where it was refused, 409 where it was cancelled. */
export const POST = studyRoute(
  async ({ request, ctx, studyId }) => {
    const view = await importUpload(ctx, { studyId, request });
    if (view.state === "done") return view;
    if (view.state === "queued") return Response.json(view, { status: 202 });
    if (view.state === "cancelled") {
      throw new ServiceError("conflict", "Cancelled. Nothing was stored.", { extra: { import: view } });
    }
    const count = `${view.faultCount} ${view.faultCount === 1 ? "fault" : "faults"}`;
    throw new ServiceError("unprocessable", `Refused: ${count}. Nothing was stored.`, {
      faults: view.faults,
      total: view.faultCount,
      extra: { import: view },
    });
  },
  { body: "stream" },
);
