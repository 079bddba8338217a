import { studyRoute } from "@/lib/http/study-route";
import { reopenSlot } from "@/lib/labels/reopen-slot";

export const POST = studyRoute(({ ctx, input }) => reopenSlot(ctx, input));
