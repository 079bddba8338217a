import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { splitAnswers } from "@/lib/labels/asked-again";
import { holdSlots, reopenSplit } from "@/lib/labels/reopen-split";
import { codebookHash, resolveCodebook } from "./internal";
import { nextVersion, refuseGuess } from "./next-version";
import { AddCodebookVersionInput } from "./schema";

export type AddedVersion = { version: number; added: boolean; reopened: number };

/**
 * A next version of the codebook, with what became of the options of the one before. Labels keep the version that they
 * were made under and their value; items whose answer became several options go back to their rater. The same text
 * again adds nothing.
 */
export async function addCodebookVersion(ctx: ServiceContext, input: unknown): Promise<AddedVersion> {
  const { studyId, text, fileName, note, mapping, after } = AddCodebookVersionInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const codebook = resolveCodebook({ text, fileName });
  const contentHash = codebookHash(codebook);

  return withTransaction(
    ctx,
    async (tx, inside) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('codebook:' || ${studyId}, 0))::text`;
      const last = await tx.codebook.findFirst({
        where: { studyId },
        orderBy: { version: "desc" },
        select: { version: true, contentHash: true },
      });
      if (last?.contentHash === contentHash) return { version: last.version, added: false, reopened: 0 };
      refuseOvertaken(after, last?.version);
      const next = await nextVersion(inside, studyId, codebook, mapping);
      await refuseGuess(inside, studyId, next, codebook);
      const version = next.after.target;
      const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
      await tx.codebook.create({
        data: {
          ...{ studyId, version, name: codebook.id, content: codebook, contentHash },
          ...{ note, mapping: next.mapping, createdById },
        },
        select: { id: true },
      });
      const split = splitAnswers(next.after);
      if (split.length > 0) await holdSlots(tx);
      const reopened = await reopenSplit(tx, studyId, split);
      await recordAudit(tx, ctx, {
        studyId,
        action: "codebook.add-version",
        subject: String(version),
        detail: { contentHash, note, mapping: next.mapping, reopened },
      });

      return { version, added: true, reopened };
    },
    { timeout: 120_000 },
  );
}

function refuseOvertaken(after: number | undefined, last: number | undefined): void {
  if (after === undefined || after === last) return;
  throw new ServiceError(
    "conflict",
    `Version ${last} was added meanwhile, and this mapping begins at version ${after}. Nothing was changed; look at it again.`,
  );
}
