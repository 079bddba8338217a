import { ServiceError } from "@/lib/errors";

const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * One form for one mailbox, used by sign-in, invitations and imports alike. Look-alikes (full-width @), quoted local
 * parts, lists, control and zero-width characters are refused and not repaired.
 */
export function canonicalEmail(raw: string): string {
  // ASCII before lower case: the Kelvin sign would become a plain k. Spaces alone are trimmed, since pasting adds them.
  const trimmed = raw.replace(/^ +| +$/g, "");
  const email = trimmed.toLowerCase();
  const parts = email.split("@");
  const [local, domain] = parts;
  if (
    !/^[\x21-\x7e]+$/.test(trimmed) ||
    parts.length !== 2 ||
    !local ||
    !domain ||
    !LOCAL.test(local) ||
    !DOMAIN.test(domain) ||
    email.length > 254
  ) {
    throw new ServiceError("bad_input", "This is not an e-mail address that can be used here.");
  }

  return email;
}
