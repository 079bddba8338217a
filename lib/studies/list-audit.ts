import { verifyChain } from "@/lib/audit/verify-chain";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ListAuditInput } from "./schema";
import type { AuditPage } from "./wire";

/** The study's audit log, newest first, with the chain checked from its first event. People stand under their ids. */
export async function listAudit(ctx: ServiceContext, input: unknown): Promise<AuditPage> {
  const { studyId, before, take } = ListAuditInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "auditor"]);
  const [chain, events] = await Promise.all([
    verifyChain(ctx, studyId),
    database(ctx).auditEvent.findMany({
      where: before === undefined ? { studyId } : { studyId, seq: { lt: before } },
      orderBy: { seq: "desc" },
      take,
    }),
  ]);
  const last = events.at(-1)?.seq ?? 1;

  return {
    rows: events.map(({ seq, at, actor, action, subject, detail, hash }) => ({
      seq,
      at: at.toISOString(),
      actor: sayActor(actor),
      action,
      subject,
      detail: JSON.stringify(detail),
      hash,
    })),
    ...chain,
    nextBefore: last > 1 ? last : null,
  };
}

function sayActor(actor: unknown): string {
  if (typeof actor !== "object" || actor === null || !("kind" in actor)) return "unknown";
  if (actor.kind === "user" && "userId" in actor) return `user ${String(actor.userId).slice(-12)}`;
  if (actor.kind === "job" && "name" in actor) return `job ${String(actor.name)}`;

  return actor.kind === "command" ? "command line" : String(actor.kind);
}
