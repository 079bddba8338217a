import { linkCookies } from "@/lib/endorsements/link-cookie";
import { route } from "@/lib/http/route";

/** Forgets the link in this browser. Nothing that was answered changes. */
export const POST = route(async () => {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  for (const cookie of linkCookies("")) headers.append("Set-Cookie", cookie);

  return Response.json({}, { headers });
});
