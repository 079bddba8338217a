import { listShown } from "@/lib/endorsements/list-shown";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => listShown(ctx, input));
