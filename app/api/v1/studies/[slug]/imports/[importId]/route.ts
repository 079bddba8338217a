import { studyRoute } from "@/lib/http/study-route";
import { readImport } from "@/lib/imports/read-import";

export const GET = studyRoute(({ ctx, studyId, params }) => readImport(ctx, { studyId, importId: params.importId }));
