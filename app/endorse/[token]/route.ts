import { CATALOGUE, chooseLanguage, messagesOf } from "@/components/endorse/messages/catalogue";
import { openingPage } from "@/components/endorse/opening-page";

/**
 * The address in the mail. It is the same page whatever the link is, and looks nothing up: its script carries the link
 * into a cookie and goes to /endorse. Plain HTML of two kilobytes, since it stands before everything on a slow phone.
 */
export function GET(request: Request): Response {
  const accepted = request.headers.get("accept-language") ?? "";
  const { language, messages } = messagesOf(chooseLanguage(Object.keys(CATALOGUE), null, accepted));
  // proxy.ts gives the nonce of the page's policy to whoever renders it.
  const nonce = /'nonce-([\w+/=]+)'/.exec(request.headers.get("content-security-policy") ?? "")?.[1] ?? "";

  return new Response(openingPage({ language, messages, nonce }), {
    headers: { "Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex, nofollow" },
  });
}
