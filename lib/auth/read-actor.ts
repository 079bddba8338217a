import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Actor, ServiceContext } from "@/lib/context";
import { actorOfSession } from "./sessions";
import { cookieName, sessionSecret } from "./settings";

const Token = z.object({ sid: z.uuid() });

/** Who sent this request. A cookie that cannot be read is nobody's, never an error. */
export async function readActor(
  cookies: { get(name: string): { value: string } | undefined },
  requestId: string,
): Promise<Actor> {
  const cookie = cookies.get(cookieName())?.value;
  if (!cookie) return { kind: "anonymous" };
  const token = Token.safeParse(await decode({ token: cookie, secret: sessionSecret() }).catch(() => null));
  if (!token.success) return { kind: "anonymous" };
  const ctx: ServiceContext = { actor: { kind: "anonymous" }, requestId };

  return actorOfSession(ctx, token.data.sid);
}
