import { studyRoute } from "@/lib/http/study-route";
import { cancelImport } from "@/lib/imports/cancel-import";

export const POST = studyRoute(({ ctx, studyId, params }) => cancelImport(ctx, { studyId, importId: params.importId }));
