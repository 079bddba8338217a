import { suggestWorks } from "@/lib/endorsements/suggest-works";
import { endorseRoute } from "@/lib/http/endorse-route";

/** A POST, so that what is typed stands in no address. */
export const POST = endorseRoute(async ({ ctx, input }) => ({ works: await suggestWorks(ctx, input) }));
