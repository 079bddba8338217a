import { addWork } from "@/lib/endorsements/add-work";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => addWork(ctx, input));
