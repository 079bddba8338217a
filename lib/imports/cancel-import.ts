import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { viewOf } from "./internal";
import { OneImportInput } from "./schema";
import type { ImportView } from "./wire";

/** Asks an import to stop; whoever runs it rolls all of it back, and files that wait are dropped. One that has ended stays as it is. */
export async function cancelImport(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId } = OneImportInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { studyId, id: importId, state: { in: ["running", "queued"] } },
      data: { state: "cancelled", finishedAt: new Date() },
    });
    if (count > 0) {
      await tx.stagedFile.deleteMany({ where: { studyId, importId } });
      await recordAudit(tx, ctx, { studyId, action: "import.cancel", subject: importId });
    }
    const row = await tx.import.findUnique({ where: { studyId_id: { studyId, id: importId } } });
    if (!row) throw notFound("This import");

    return viewOf(row);
  });
}
