import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { codebookHash, resolveCodebook } from "./internal";
import { AddCodebookVersionInput } from "./schema";

/** A next version of the codebook. Labels keep the version that they were made under; the same text again adds nothing. */
export async function addCodebookVersion(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ version: number; added: boolean }> {
  const { studyId, text, fileName, note } = AddCodebookVersionInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const codebook = resolveCodebook({ text, fileName });
  const contentHash = codebookHash(codebook);

  return withTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('codebook:' || ${studyId}, 0))::text`;
    const last = await tx.codebook.findFirst({
      where: { studyId },
      orderBy: { version: "desc" },
      select: { version: true, contentHash: true },
    });
    if (last?.contentHash === contentHash) return { version: last.version, added: false };
    const version = (last?.version ?? 0) + 1;
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    await tx.codebook.create({
      data: { studyId, version, name: codebook.id, content: codebook, contentHash, note, createdById },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId,
      action: "codebook.add-version",
      subject: String(version),
      detail: { contentHash, note },
    });

    return { version, added: true };
  });
}
