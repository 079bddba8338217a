import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link. Only the hash is stored, so that a copy of the database opens nothing. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");

  return { token, tokenHash: hashToken(token) };
}

/** A plain hash is enough for 256 random bits, and a look-up by it has no timing to learn from. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
