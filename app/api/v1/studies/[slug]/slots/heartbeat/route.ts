import { studyRoute } from "@/lib/http/study-route";
import { renewLeases } from "@/lib/labels/renew-leases";

export const POST = studyRoute(({ ctx, input }) => renewLeases(ctx, input));
