import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";

const KNOWN_SAMPLES = ["changeme", "secret", "your-secret", "nextauth-secret", "development"];

/** The key that session cookies are sealed with. No default: without a strong one nobody can sign in. */
export function sessionSecret(): string {
  const secret = env().NEXTAUTH_SECRET ?? "";
  if (
    secret.length < 32 ||
    new Set(secret).size < 8 ||
    KNOWN_SAMPLES.some((sample) => secret.toLowerCase().startsWith(sample))
  ) {
    throw new ServiceError(
      "internal",
      "The session secret is missing or weak. `npm start` makes one; NEXTAUTH_SECRET must have 32 characters.",
    );
  }

  return secret;
}

export function isHttps(): boolean {
  return (env().ASSAY_URL ?? "").startsWith("https:");
}

/** __Host- binds the cookie to one origin; browsers accept the prefix over https alone. */
export function cookieName(): string {
  return isHttps() ? "__Host-assay.session" : "assay.session";
}
