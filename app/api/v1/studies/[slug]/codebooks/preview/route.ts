import { studyRoute } from "@/lib/http/study-route";
import { previewCodebookVersion } from "@/lib/studies/preview-codebook-version";

export const POST = studyRoute(({ ctx, input }) => previewCodebookVersion(ctx, input));
