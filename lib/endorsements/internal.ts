import { createHash } from "node:crypto";
import { hashToken } from "@/lib/auth/token";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { ServiceError } from "@/lib/errors";

/** One message for wrong, expired and revoked: a guesser learns nothing, a person learns what to do. */
export function linkGone(): ServiceError {
  return new ServiceError(
    "not_found",
    "This link does not work any more. If you were asked about a paper of yours, write to whoever sent it.",
    { extra: { gone: true } },
  );
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const WITH_ALL = {
  invitation: {
    include: {
      invitee: {
        include: {
          response: true,
          campaign: { include: { texts: { orderBy: { version: "asc" as const } }, study: { select: { name: true } } } },
          papers: { include: { focal: true }, orderBy: { n: "asc" as const } },
        },
      },
    },
  },
} satisfies Prisma.InvitationTokenInclude;

type Row = Prisma.InvitationTokenGetPayload<{ include: typeof WITH_ALL }>;
export type Held = Row["invitation"] & {
  /** Past its time: to be read and withdrawn, not changed. */
  closed: boolean;
  tokenHash: string;
};

/** Links that open at a time. After the deadline only those of who has agreed, so that they can see it and withdraw. */
function opens(tokenHash: string, now: Date): Prisma.InvitationTokenWhereInput {
  const begun = { state: { not: "draft" as const }, OR: [{ opensAt: null }, { opensAt: { lte: now } }] };
  const running = { state: "open" as const, OR: [{ closesAt: null }, { closesAt: { gt: now } }] };
  const OR = [{ campaign: running }, { response: { consentAt: { not: null } } }];

  return {
    tokenHash,
    revokedAt: null,
    invitation: { revokedAt: null, invitee: { erasedAt: null, campaign: begun, OR } },
  };
}

/**
 * The invitation behind a link. Whether it opens is one question of the same work for every token, so that a wrong, an
 * expired and a revoked one take the same time; only for a link that opens is anything read.
 */
export async function openInvitation(
  tx: Pick<Transaction, "invitationToken">,
  token: string,
  now = new Date(),
): Promise<Held> {
  const tokenHash = hashToken(token);
  if ((await tx.invitationToken.count({ where: opens(tokenHash, now) })) === 0) throw linkGone();
  const row = await tx.invitationToken.findUnique({ where: { tokenHash }, include: WITH_ALL });
  if (!row) throw linkGone();
  const { campaign } = row.invitation.invitee;
  const closed = campaign.state === "closed" || (campaign.closesAt !== null && campaign.closesAt <= now);

  return { ...row.invitation, closed, tokenHash: row.tokenHash };
}

/** The newest version of a text in a language. */
export function newestText(held: Held, kind: string, language: string) {
  return held.invitee.campaign.texts.findLast((text) => text.kind === kind && text.language === language) ?? null;
}

/** Agreed, to the texts as they are now. */
export function consentIsCurrent(held: Held): boolean {
  const { response } = held.invitee;
  if (!response?.consentAt || response.language === null) return false;

  return (
    response.consentHash === newestText(held, "consent", response.language)?.sha256 &&
    response.informationHash === newestText(held, "information", response.language)?.sha256
  );
}

export function bodyHashOf(responseId: string, kind: string, body: object): string {
  return sha256(canonicalJson({ responseId, kind, ...body }));
}

/** k…@uni.example: enough to know oneself, too little to learn an address. */
export function maskEmail(email: string | null): string {
  const [local = "", domain = ""] = (email ?? "").split("@");

  return `${local.slice(0, 1)}…@${domain}`;
}
