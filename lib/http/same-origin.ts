import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";

/** Writes are accepted from our own pages alone. A missing Origin is refused too: browsers always send one on POST. */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const expected = env().ASSAY_URL ? new URL(env().ASSAY_URL ?? "").host : request.headers.get("host");
  const host = origin && URL.canParse(origin) ? new URL(origin).host : null;
  if (host && host === expected && (site === null || site === "same-origin")) return;
  throw new ServiceError(
    "forbidden",
    `This request did not come from ${expected ?? "this site"}. Behind a proxy or under another name, set ASSAY_URL to the public address.`,
  );
}
