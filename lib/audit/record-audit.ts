import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";

/** The chain of what concerns no study: accounts, administrators. */
export const INSTANCE = "00000000-0000-0000-0000-000000000000";
export const GENESIS = "0".repeat(64);

export type AuditEntry = { studyId: string; action: string; subject: string; detail?: Record<string, unknown> };

/**
 * Appends to the study's chain in the caller's transaction, so that a write and its record stand or fall together.
 * The advisory lock makes the sequence gapless; it is held to the end of the transaction, so call this last.
 */
export async function recordAudit(tx: Transaction, ctx: ServiceContext, entry: AuditEntry): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('audit:' || ${entry.studyId}, 0))::text`;
  const last = await tx.auditEvent.findFirst({
    where: { studyId: entry.studyId },
    orderBy: { seq: "desc" },
    select: { seq: true, hash: true },
  });
  const event = {
    studyId: entry.studyId,
    seq: (last?.seq ?? 0) + 1,
    at: new Date(),
    actor: { ...ctx.actor },
    requestId: ctx.requestId,
    action: entry.action,
    subject: entry.subject,
    detail: entry.detail ?? {},
    prevHash: last?.hash ?? GENESIS,
  };
  await tx.auditEvent.create({
    data: { ...event, detail: JSON.parse(JSON.stringify(event.detail)), hash: auditHash(event) },
    select: { seq: true },
  });
}

export type HashedAuditEvent = Omit<AuditEntry, "detail"> & {
  seq: number;
  at: Date;
  actor: unknown;
  requestId: string;
  detail: unknown;
  prevHash: string;
};

export function auditHash(event: HashedAuditEvent): string {
  const body = canonicalJson({ ...event, at: event.at.toISOString() });

  return createHash("sha256").update(event.prevHash).update(body).digest("hex");
}
