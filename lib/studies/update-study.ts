import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { UpdateStudyInput } from "./schema";

export async function updateStudy(ctx: ServiceContext, input: unknown): Promise<{ studyId: string }> {
  const { studyId, ...changes } = UpdateStudyInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    await tx.study.update({ where: { id: studyId }, data: changes, select: { id: true } });
    await recordAudit(tx, ctx, { studyId, action: "study.update", subject: studyId, detail: changes });

    return { studyId };
  });
}
