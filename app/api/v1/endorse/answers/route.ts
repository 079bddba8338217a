import { answer } from "@/lib/endorsements/answer";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => answer(ctx, input));
