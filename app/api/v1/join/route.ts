import { acceptJoinLink } from "@/lib/accounts/accept-join-link";
import { route } from "@/lib/http/route";

export const POST = route(({ ctx, body }) => acceptJoinLink(ctx, body));
