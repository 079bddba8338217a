import { studyRoute } from "@/lib/http/study-route";
import { compareLayers } from "@/lib/layers/compare-layers";

/** Two specs are longer than an address. Nothing is written. */
export const POST = studyRoute(({ ctx, input }) => compareLayers(ctx, input));
