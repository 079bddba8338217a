import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { compareIds } from "@/lib/scoring/compare-ids";
import { findRowItems } from "./find-row-items";
import { type UncutRow, uncutRows } from "./layer-rows";
import { hasLabels } from "./layer-steps";
import { openLayer } from "./open-layer";
import { LayerRowsInput } from "./schema";
import type { LayerRow, LayerRowPage } from "./wire";

type Query = z.output<typeof LayerRowsInput>;

/** The rows that a number of layerSteps counts, a page at a time, with their labels and the items that they open. */
export async function readLayerRows(ctx: ServiceContext, input: unknown): Promise<LayerRowPage> {
  const query = LayerRowsInput.parse(input);
  const { name, layer } = await openLayer(ctx, query);
  const { studyId, cursor, take } = query;
  const found = await withSnapshot(async (snapshot) => {
    const rows: LayerRow[] = [];
    for await (const page of uncutRows(snapshot, layer)) {
      for (const entry of page) {
        if (cursor !== undefined && compareIds(entry.row.key, cursor) <= 0) continue;
        if (isShown(entry, query)) rows.push(entry.row);
        if (rows.length > take) return rows;
      }
    }

    return rows;
  });
  const rows = found.slice(0, take);
  const items = await findRowItems(ctx, { studyId, rows: layer.rows, keys: rows.map((row) => row.key) });

  return {
    name,
    rows: rows.map((row) => ({ ...row, items: items.get(row.key) ?? [] })),
    nextCursor: found.length > take ? (rows.at(-1)?.key ?? null) : null,
  };
}

function isShown({ row, cuts }: UncutRow, { step, cut, label, decided }: Query): boolean {
  if (label !== undefined && row.label !== label) return false;
  if (decided !== undefined && row.decided !== decided) return false;
  if (cut !== undefined) return row.label !== null && cuts.slice(0, cut + 1).every(Boolean);
  const whole = cuts.every(Boolean);
  switch (step) {
    case "matching":
      return true;
    case "labelled":
      return hasLabels(row);
    case "decided":
      return row.label !== null;
    case "whole":
      return whole;
    case "kept":
      return whole && row.label !== null;
  }
}
