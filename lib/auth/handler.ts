import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { authOptions } from "./options";
import { countAttempt, forgiveAttempt } from "./rate-limit";
import { readActor } from "./read-actor";
import { revokeSession } from "./sessions";
import { cookieName } from "./settings";

const QUARTER_HOUR = 15 * 60_000;
type AuthContext = { params: Promise<{ nextauth: string[] }> };
type RequestWithCookies = Request & { cookies: { get(name: string): { value: string } | undefined } };

/**
 * next-auth's route with what it lacks: counted attempts (5 failed ones an address, 20 a machine, in 15 min), and a session row
 * that ends with the sign-out.
 */
export async function authHandler(request: RequestWithCookies, context: AuthContext): Promise<Response> {
  const action = (await context.params).nextauth.join("/");
  const ctx: ServiceContext = { actor: { kind: "anonymous" }, requestId: randomUUID() };
  if (request.method === "POST" && action === "callback/credentials") return countedSignIn(ctx, request, context);
  if (request.method === "POST" && action === "signout") {
    const actor = await readActor(request.cookies, ctx.requestId);
    if (actor.kind === "user") await revokeSession(ctx, actor.sessionId);
  }

  return NextAuth(authOptions())(request, context);
}

/** Counts before the passphrase is looked at, so that a burst cannot slip through, and forgives what succeeded. */
async function countedSignIn(
  ctx: ServiceContext,
  request: RequestWithCookies,
  context: AuthContext,
): Promise<Response> {
  const emails = await emailsOf(request);
  if (emails.length !== 1) return refuse(400, "bad_input", "Send one address and one passphrase, as a form.");
  const email = `sign-in:${emails[0]?.trim().toLowerCase().slice(0, 320)}`;
  const machine = `sign-in-from:${request.headers.get("x-assay-client") ?? "local"}`;
  try {
    await countAttempt(ctx, email, 5, QUARTER_HOUR);
    await countAttempt(ctx, machine, 20, QUARTER_HOUR);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "too_many") throw error;

    return refuse(429, "too_many", error.message, { "Retry-After": String(error.details.retryAfter ?? 60) });
  }
  const answer: Response = await NextAuth(authOptions())(request, context);
  if (answer.headers.get("set-cookie")?.includes(`${cookieName()}=`)) {
    await forgiveAttempt(ctx, email, QUARTER_HOUR);
    await forgiveAttempt(ctx, machine, QUARTER_HOUR);
  }

  return answer;
}

/** next-auth takes JSON too, and the last of two equal fields: what is counted must be what it will read. */
async function emailsOf(request: Request): Promise<string[]> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return [];

  return new URLSearchParams(await request.clone().text()).getAll("email");
}

function refuse(status: number, code: string, title: string, headers: Record<string, string> = {}): Response {
  return Response.json({ title, status, code }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
