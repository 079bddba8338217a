import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { layerSummary, SUMMARY } from "./layer-summary";
import { ListLayersInput } from "./schema";
import type { LayerSummary } from "./wire";

/** The study's named layers, by name; retired ones only where asked for. */
export async function listLayers(ctx: ServiceContext, input: unknown): Promise<LayerSummary[]> {
  const { studyId, retired } = ListLayersInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).layer.findMany({
    where: { studyId, ...(retired ? {} : { retiredAt: null }) },
    select: SUMMARY,
    orderBy: { name: "asc" },
  });

  return rows.map(layerSummary);
}
