import { isHttps } from "@/lib/auth/settings";
import { hashToken } from "@/lib/auth/token";

const DAYS = 120;
const PATHS = ["/endorse", "/api/v1/endorse"];

/** Out of the address and out of reach of scripts; bound to the author's pages and their API. */
export function linkCookieName(): string {
  return isHttps() ? "__Secure-assay.endorse" : "assay.endorse";
}

/** One cookie a path, for `Set-Cookie`; an empty token ends them. */
export function linkCookies(token: string): string[] {
  const age = token === "" ? 0 : DAYS * 86_400;

  return PATHS.map(
    (path) =>
      `${linkCookieName()}=${token}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${age}${isHttps() ? "; Secure" : ""}`,
  );
}

/** The token of a request; "" where there is none, which opens nothing. */
export function tokenOf(cookieHeader: string | null): string {
  for (const part of (cookieHeader ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === linkCookieName() && /^[\w-]{1,200}$/.test(value ?? "")) return value ?? "";
  }

  return "";
}

/**
 * Says which link a page was opened under without opening anything: another link may become this browser's cookie
 * while the page is still there, and must not receive its answers.
 */
export function linkMark(token: string): string {
  return hashToken(`mark ${token}`).slice(0, 16);
}
