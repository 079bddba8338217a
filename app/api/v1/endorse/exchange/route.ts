import { exchangeToken } from "@/lib/endorsements/exchange-token";
import { linkCookies } from "@/lib/endorsements/link-cookie";
import { route } from "@/lib/http/route";

/** The link becomes a cookie; the page then goes to /endorse, which has no secret in its address. */
export const POST = route(async ({ ctx, request, body }) => {
  const machine = request.headers.get("x-assay-client") ?? "local";
  const { token, closed } = await exchangeToken(ctx, body, machine);
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  for (const cookie of linkCookies(token)) headers.append("Set-Cookie", cookie);

  return Response.json({ closed }, { headers });
});
