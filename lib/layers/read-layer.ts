import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { layerSummary, SUMMARY } from "./layer-summary";
import { StoredLayerInput } from "./schema";
import type { LayerSummary } from "./wire";

export async function readLayer(ctx: ServiceContext, input: unknown): Promise<LayerSummary> {
  const { studyId, layerId } = StoredLayerInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const row = await database(ctx).layer.findFirst({ where: { studyId, id: layerId }, select: SUMMARY });
  if (!row) throw notFound("This layer");

  return layerSummary(row);
}
