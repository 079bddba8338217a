import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { type ResolvedLayerSpec, resolveLayerSpec } from "./resolve-layer-spec";
import type { LayerQuery } from "./schema";

export type OpenedLayer = { name: string; layer: ResolvedLayerSpec };

/** The layer that a request names: a stored one, a spec, or a rule in short. */
export async function openLayer(
  ctx: ServiceContext,
  query: Pick<LayerQuery, "studyId" | "layerId" | "spec" | "question" | "rule" | "roundId">,
): Promise<OpenedLayer> {
  const { studyId, layerId, spec, question, rule, roundId } = query;
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  if (layerId) {
    const stored = await database(ctx).layer.findFirst({
      where: { studyId, id: layerId },
      select: { name: true, rule: true },
    });
    if (!stored) throw notFound("This layer");

    return { name: stored.name, layer: await resolveLayerSpec(ctx, studyId, stored.rule) };
  }
  const wanted = spec ?? { question, rule, ...(roundId && { roundIds: [roundId] }) };
  const layer = await resolveLayerSpec(ctx, studyId, wanted);

  return { name: `${layer.subject.question}-${layer.spec.rule.kind.replaceAll("_", "-")}`, layer };
}
