import { nonPaper } from "@/lib/endorsements/non-paper";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => nonPaper(ctx, input));
