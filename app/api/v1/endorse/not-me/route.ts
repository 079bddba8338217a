import { notMe } from "@/lib/endorsements/end-response";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => notMe(ctx, input));
