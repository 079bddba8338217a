import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { authOptions } from "./options";
import { countAttempt } from "./rate-limit";
import { readActor } from "./read-actor";
import { revokeSession } from "./sessions";

const QUARTER_HOUR = 15 * 60_000;
type AuthContext = { params: Promise<{ nextauth: string[] }> };
type RequestWithCookies = Request & { cookies: { get(name: string): { value: string } | undefined } };

/**
 * next-auth's route with what it lacks: counted attempts (5 an address, 20 a machine, in 15 min), and a session row
 * that ends with the sign-out.
 */
export async function authHandler(request: RequestWithCookies, context: AuthContext): Promise<Response> {
  const action = (await context.params).nextauth.join("/");
  const ctx: ServiceContext = { actor: { kind: "anonymous" }, requestId: randomUUID() };
  if (request.method === "POST" && action === "callback/credentials") {
    const refused = await countSignIn(ctx, request);
    if (refused) return refused;
  }
  if (request.method === "POST" && action === "signout") {
    const actor = await readActor(request.cookies, ctx.requestId);
    if (actor.kind === "user") await revokeSession(ctx, actor.sessionId);
  }

  return NextAuth(authOptions())(request, context);
}

async function countSignIn(ctx: ServiceContext, request: Request): Promise<Response | null> {
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const email = String(form.get("email") ?? "")
    .trim()
    .toLowerCase()
    .slice(0, 320);
  const machine = request.headers.get("x-assay-client") ?? "local";
  try {
    await countAttempt(ctx, `sign-in:${email}`, 5, QUARTER_HOUR);
    await countAttempt(ctx, `sign-in-from:${machine}`, 20, QUARTER_HOUR);

    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "too_many") throw error;

    return Response.json(
      { title: error.message, status: 429, code: "too_many" },
      { status: 429, headers: { "Retry-After": String(error.details.retryAfter ?? 60), "Cache-Control": "no-store" } },
    );
  }
}
