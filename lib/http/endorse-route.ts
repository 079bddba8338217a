import { linkMark, tokenOf } from "@/lib/endorsements/link-cookie";
import { ServiceError } from "@/lib/errors";
import { type Call, route } from "./route";

export type EndorseCall = Call & {
  /** The body's members with the link of the cookie, for a verb to parse. A body cannot bring its own. */
  input: Record<string, unknown>;
};

/** A route under /api/v1/endorse: the link in the cookie is the authority, whoever else is signed in. */
export function endorseRoute(handle: (call: EndorseCall) => Promise<unknown>) {
  return route((call) => {
    const body = call.body ?? {};
    if (typeof body !== "object" || Array.isArray(body) || "token" in body) {
      throw new ServiceError("bad_input", "The body must be an object that does not bring a link: the cookie does.");
    }
    const token = tokenOf(call.request.headers.get("cookie"));
    const mark = call.request.headers.get("x-assay-link");
    if (mark !== null && mark !== linkMark(token)) {
      throw new ServiceError(
        "unauthenticated",
        "Not saved: another link was opened in this browser meanwhile. Open your own link once more to go on.",
      );
    }
    // Who else is signed in in this browser says nothing about who holds the link.
    const ctx = { ...call.ctx, actor: { kind: "anonymous" as const } };

    return handle({ ...call, ctx, input: { ...body, token } });
  });
}
