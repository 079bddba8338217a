import { readEndorsement } from "@/lib/endorsements/read-endorsement";
import { endorseRoute } from "@/lib/http/endorse-route";

export const GET = endorseRoute(({ ctx, input }) => readEndorsement(ctx, input));
