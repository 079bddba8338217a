import { studyRoute } from "@/lib/http/study-route";
import { searchPool } from "@/lib/pools/search-pool";

/** `?text=…`: an id, a DOI, an arXiv id or a title. Proposals, best first. */
export const GET = studyRoute(async ({ ctx, studyId, params, query }) => ({
  papers: await searchPool(ctx, { ...query, studyId, poolId: params.poolId }),
}));
