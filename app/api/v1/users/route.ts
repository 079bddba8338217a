import { changeUser } from "@/lib/accounts/change-user";
import { route } from "@/lib/http/route";

export const PATCH = route(({ ctx, body }) => changeUser(ctx, body));
