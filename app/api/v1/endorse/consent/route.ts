import { giveConsent } from "@/lib/endorsements/give-consent";
import { endorseRoute } from "@/lib/http/endorse-route";

export const POST = endorseRoute(({ ctx, input }) => giveConsent(ctx, input));
