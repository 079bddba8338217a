import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import type { EdgeRule } from "./decide-row";
import { itemCondition } from "./item-condition";
import { edgeRowsOf } from "./layer-rows";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
import type { LayerRow } from "./wire";

/** A (focal, candidate) edge as MUSES releases it: rhetoric_labels_paper_level. */
export type Edge = {
  focal: bigint;
  candidate: bigint;
  mentions: number;
  rootMentions: number;
  maxRootProbability: number | null;
  /** 1, 0, or null where no item of the edge has a label. */
  rootLabel: number | null;
};

/**
 * Edges in id order, in pages, from the same snapshot as the layer's rows. mentions counts all items of the edge;
 * rootMentions those whose layer label is the positive option; the edge is positive from `least` of them on.
 */
export async function* layerEdges(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  rule: EdgeRule,
  probabilityJudgeId: string | undefined,
): AsyncGenerator<Edge[]> {
  for await (const page of edgeRowsOf(snapshot, layer, rule, probabilityJudgeId)) {
    yield page.map((row) => toEdge(row, rule));
  }
}

/** Refuses a study whose edges cannot stand in this layout, before the first byte. */
export async function checkEdges(snapshot: Snapshot, layer: ResolvedLayerSpec): Promise<void> {
  const whole = "^(0|-?[1-9][0-9]{0,17})$";
  const [bad] = await snapshot.rows<{ key: string; focal: string | null; candidate: string | null }>(sql`
    SELECT i.key, i."focalKey" AS focal, i."targetKey" AS candidate FROM "Item" i
    WHERE i."studyId" = ${layer.studyId}::uuid ${itemCondition(layer)}
      AND (coalesce(i."focalKey", '') !~ ${whole} OR coalesce(i."targetKey", '') !~ ${whole}) ORDER BY i.key COLLATE "C" LIMIT 1`);
  if (!bad) return;
  throw new ServiceError(
    "unprocessable",
    `The item ${bad.key} leads from ${bad.focal ?? "nothing"} to ${bad.candidate ?? "nothing"}: this Parquet layout needs whole numbers. Export JSON lines or CSV instead.`,
  );
}

function toEdge(row: LayerRow, rule: EdgeRule): Edge {
  return {
    focal: BigInt(row.focal ?? ""),
    candidate: BigInt(row.target ?? ""),
    mentions: row.edge?.contexts ?? 0,
    rootMentions: row.edge?.positive ?? 0,
    maxRootProbability: row.edge?.maxProbability ?? null,
    rootLabel: row.label === null ? null : row.label === rule.positive ? 1 : 0,
  };
}
