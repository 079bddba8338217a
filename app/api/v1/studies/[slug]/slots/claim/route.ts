import { studyRoute } from "@/lib/http/study-route";
import { claimSlots } from "@/lib/labels/claim-slots";

export const POST = studyRoute(({ ctx, input }) => claimSlots(ctx, input));
