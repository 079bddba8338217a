import { type NextRequest, NextResponse } from "next/server";

// NODE_ENV is inlined by the bundler here, so a production build can never serve the development policy.
// biome-ignore lint/style/noProcessEnv: see above; lib/env.ts would read it at run time.
const development = process.env.NODE_ENV === "development";

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // React's development build rebuilds server stacks with eval.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Next's error overlay writes its own style elements in development.
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** The address of these pages is itself a secret. */
function isPersonalLink(pathname: string): boolean {
  return /^\/(endorse|join)(\/|$)/.test(pathname);
}

const permissions = [
  "camera",
  "microphone",
  "geolocation",
  "payment",
  "usb",
  "serial",
  "display-capture",
  "browsing-topics",
];

/** Headers of every page. Who may see what is decided in the pages and verbs, never here. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);

  // Next takes the nonce for its own scripts from the request's policy.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.set("Permissions-Policy", permissions.map((name) => `${name}=()`).join(", "));
  response.headers.set("Referrer-Policy", isPersonalLink(request.nextUrl.pathname) ? "no-referrer" : "same-origin");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Frame-Options", "DENY");
  return response;
}

export const config = {
  matcher: ["/((?!api/|api$|_next/static/|_next/image|_next/webpack-hmr|icon\\.svg$|favicon\\.ico$).*)"],
};
