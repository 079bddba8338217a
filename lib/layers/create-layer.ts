import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { uniqueViolation } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { resolveLayerSpec, ruleHashOf } from "./resolve-layer-spec";
import { CreateLayerInput } from "./schema";

/**
 * Keeps a rule under a name. Its question and codebook version are written down, so that the name means the same when
 * the codebook goes on; its rows are computed whenever they are asked for. A layer's rule never changes.
 */
export async function createLayer(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ layerId: string; name: string; ruleHash: string; sameRuleAs: string[] }> {
  const { studyId, name, note, spec } = CreateLayerInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const layer = await resolveLayerSpec(ctx, studyId, spec);
  const rule = { ...spec, question: layer.subject.question, codebookVersion: layer.codebookVersion };
  const ruleHash = ruleHashOf(rule);

  return withTransaction(ctx, async (tx) => {
    const same = await tx.layer.findMany({
      where: { studyId, ruleHash },
      select: { name: true },
      orderBy: { name: "asc" },
    });
    const taken = await tx.layer.count({ where: { studyId, name } });
    if (taken > 0) throw nameTaken(name);
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const data = { studyId, id: uuid7(), name, note, rule: JSON.parse(JSON.stringify(rule)), ruleHash, createdById };
    const { id } = await tx.layer.create({ data, select: { id: true } }).catch((error: unknown) => {
      throw uniqueViolation(error) ? nameTaken(name) : error;
    });
    await recordAudit(tx, ctx, { studyId, action: "layer.create", subject: id, detail: { name, rule, ruleHash } });

    return { layerId: id, name, ruleHash, sameRuleAs: same.map((row) => row.name) };
  });
}

function nameTaken(name: string): ServiceError {
  return new ServiceError(
    "conflict",
    `This study has a layer ${name} already. Names are never used twice, retired ones included: choose another.`,
  );
}
