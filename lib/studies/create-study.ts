import { recordAudit } from "@/lib/audit/record-audit";
import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { uniqueViolation } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { codebookHash, resolveCodebook } from "./internal";
import { CreateStudyInput } from "./schema";

/**
 * A study with version 1 of its codebook and its `corpus` round, where judges' labels lie. Whoever creates it in the
 * browser becomes its researcher.
 */
export async function createStudy(ctx: ServiceContext, input: unknown): Promise<{ studyId: string; slug: string }> {
  const { codebook: source, ...study } = CreateStudyInput.parse(input);
  requireAdministrator(ctx);
  const codebook = resolveCodebook(source);
  const studyId = uuid7();
  return withTransaction(ctx, async (tx) => {
    await tx.study.create({ data: { id: studyId, ...study }, select: { id: true } }).catch((error) => {
      throw uniqueViolation(error) ? slugTaken(study.slug) : error;
    });
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    await tx.codebook.create({
      data: {
        studyId,
        version: 1,
        name: codebook.id,
        content: codebook,
        contentHash: codebookHash(codebook),
        createdById,
      },
      select: { id: true },
    });
    await tx.round.create({
      data: { studyId, name: "corpus", purpose: "corpus", ordinal: -1, seed: studyId },
      select: { id: true },
    });
    if (createdById) await tx.membership.create({ data: { studyId, userId: createdById, role: "researcher" } });
    await recordAudit(tx, ctx, {
      studyId,
      action: "study.create",
      subject: studyId,
      detail: { slug: study.slug, codebook: codebook.id },
    });

    return { studyId, slug: study.slug };
  });
}

function slugTaken(slug: string): ServiceError {
  return new ServiceError("conflict", `There is a study with the address "${slug}" already. Choose another.`);
}
