import { studyRoute } from "@/lib/http/study-route";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";
import { readCodebookHistory } from "@/lib/studies/read-codebook-history";

export const GET = studyRoute(({ ctx, studyId }) => readCodebookHistory(ctx, { studyId }));
export const POST = studyRoute(({ ctx, input }) => addCodebookVersion(ctx, input));
