import { changeMember } from "@/lib/accounts/change-member";
import { studyRoute } from "@/lib/http/study-route";

export const PATCH = studyRoute(({ ctx, input }) => changeMember(ctx, input));
