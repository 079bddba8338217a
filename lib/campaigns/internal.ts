import { createHash } from "node:crypto";
import { hashToken, newToken } from "@/lib/auth/token";
import type { Transaction } from "@/lib/db/client";
import { env } from "@/lib/env";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Links are built from the configured address, never from a request's Host header. */
export function endorseUrl(token: string): string {
  return `${publicUrl()}/endorse/${token}`;
}

/** For mail programs, which POST there (RFC 8058); a person who opens it comes to the page of the link. */
export function unsubscribeUrl(token: string): string {
  return `${publicUrl()}/api/v1/unsubscribe/${token}`;
}

function publicUrl(): string {
  const { ASSAY_URL, ASSAY_HOST, PORT } = env();

  return (ASSAY_URL ?? `http://${ASSAY_HOST}:${PORT}`).replace(/\/$/, "");
}

/** A new link to an invitation. The token is in the answer and nowhere else. */
export async function mintLink(
  tx: Transaction,
  invitation: { studyId: string; invitationId: string },
  via: "created" | "csv" | "mail" | "link",
): Promise<string> {
  const { token, tokenHash } = newToken();
  await tx.invitationToken.create({ data: { ...invitation, tokenHash, via }, select: { tokenHash: true } });

  return endorseUrl(token);
}

/** Many at once; in the order of the invitations. */
export async function mintLinks(
  tx: Transaction,
  studyId: string,
  invitationIds: readonly string[],
  via: "created" | "csv",
): Promise<string[]> {
  const minted = invitationIds.map((invitationId) => ({ invitationId, ...newToken() }));
  await tx.invitationToken.createMany({
    data: minted.map(({ invitationId, tokenHash }) => ({ studyId, invitationId, tokenHash, via })),
  });

  return minted.map(({ token }) => endorseUrl(token));
}

/** Salted by the study: proves an address that one has, and lists none. */
export function doNotAskKey(studyId: string, email: string): string {
  return hashToken(`do-not-ask:${studyId}:${email}`);
}

export function iso(date: Date | null): string | null {
  return date ? date.toISOString() : null;
}
