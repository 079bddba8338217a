import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { readActor } from "@/lib/auth/read-actor";
import type { Actor, ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { problem } from "./problem";
import { queryOf } from "./query-of";
import { readJson } from "./read-json";
import { requireSameOrigin } from "./same-origin";

type Params = Record<string, string>;
export type Call = { request: Request; ctx: ServiceContext; params: Params; query: Params; body: unknown };
export type RouteOptions = {
  /** `json` (default for writes): parsed, at most 1 MB. `stream`: left to the handler. */
  body?: "json" | "stream";
};

/**
 * Wraps a route handler: request id, actor, origin check on writes, JSON body, problem+json. What the handler returns
 * is sent as JSON, uncached; a Response is sent as it is. Access is decided by the verb, never here.
 */
export function route(handle: (call: Call) => Promise<unknown>, options: RouteOptions = {}) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const requestId = randomUUID();
    try {
      const writes = request.method !== "GET" && request.method !== "HEAD";
      if (writes) requireSameOrigin(request);
      const ctx: ServiceContext = { actor: await readActor(await cookies(), requestId), requestId };
      refuseOtherPerson(request, ctx.actor);
      const body = writes && options.body !== "stream" ? await readJson(request) : undefined;
      const query = queryOf(request);
      const result = await handle({ request, ctx, params: await context.params, query, body });
      if (result instanceof Response) return result;

      return Response.json(result ?? {}, {
        headers: { "Cache-Control": "private, no-store", "X-Request-Id": requestId },
      });
    } catch (error) {
      return problem(error, requestId);
    }
  };
}

/** A page that was opened by one person must not act for the next one who signs in in the same browser. */
function refuseOtherPerson(request: Request, actor: Actor): void {
  const expected = request.headers.get("x-assay-user");
  if (expected === null || (actor.kind === "user" && actor.userId === expected)) return;
  throw new ServiceError(
    "unauthenticated",
    "Somebody else is signed in now. Nothing was saved under their name; sign in again to send it.",
  );
}
