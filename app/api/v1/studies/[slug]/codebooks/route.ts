import { studyRoute } from "@/lib/http/study-route";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";

export const POST = studyRoute(({ ctx, input }) => addCodebookVersion(ctx, input));
