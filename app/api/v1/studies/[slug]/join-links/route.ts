import { createJoinLink } from "@/lib/accounts/create-join-link";
import { revokeJoinLink } from "@/lib/accounts/revoke-join-link";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input }) => createJoinLink(ctx, input));
export const DELETE = studyRoute(({ ctx, input }) => revokeJoinLink(ctx, input));
