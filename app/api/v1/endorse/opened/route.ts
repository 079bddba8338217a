import { markOpened } from "@/lib/endorsements/mark-opened";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => markOpened(ctx, input));
