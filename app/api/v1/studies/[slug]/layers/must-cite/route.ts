import { studyRoute } from "@/lib/http/study-route";
import { exploreMustCite } from "@/lib/layers/explore-must-cite";

/** A spec may be longer than an address. Nothing is written. */
export const POST = studyRoute(({ ctx, input }) => exploreMustCite(ctx, input));
