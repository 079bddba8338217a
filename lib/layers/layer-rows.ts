import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { compareIds } from "@/lib/scoring/compare-ids";
import { type EdgeRule, edgeRow, itemRow, type RowSetting } from "./decide-row";
import { fitModels } from "./fit-models";
import type { LayerOrder, StoredItem } from "./layer-statement";
import type { ResolvedCut, ResolvedLayerSpec } from "./resolve-layer-spec";
import { storedItems } from "./stored-items";
import type { LayerRow } from "./wire";

/** A row before it is cut, and which of the layer's cuts it passes, in their order. */
export type UncutRow = { row: LayerRow; cuts: boolean[] };

/**
 * All rows of a layer in byte order of their keys, in pages, from one snapshot: those without a label too. Memory does
 * not grow with the study; only Dawid and Skene's model holds a count for each distinct pattern of labels.
 */
export async function* layerRowsOf(snapshot: Snapshot, layer: ResolvedLayerSpec): AsyncGenerator<LayerRow[]> {
  for await (const page of uncutRows(snapshot, layer)) {
    const kept = page.flatMap(({ row, cuts }) => (cuts.every(Boolean) ? [row] : []));
    if (kept.length > 0) yield kept;
  }
}

/** The same before the cuts, so that the size at each of them can be told. */
export async function* uncutRows(snapshot: Snapshot, layer: ResolvedLayerSpec): AsyncGenerator<UncutRow[]> {
  await joinWhole(snapshot);
  const setting = await rowSetting(snapshot, layer);
  const { rule } = layer.spec;
  const edge = rule.kind === "edge" ? edgeRuleOf(rule, layer) : null;
  const probability = rule.kind === "edge" ? rule.probabilityJudgeId : undefined;
  const source = edge
    ? edgePages(snapshot, layer, edge, setting, "edge", probability)
    : itemPages(snapshot, layer, setting);
  const others = layer.cuts.map((cut) => (cut.kind === "layer" ? keyLookup(layerRowsOf(snapshot, cut.layer)) : null));
  try {
    for await (const page of source) {
      const rows: UncutRow[] = [];
      for (const { row, cuts } of page) {
        const passed = cuts[Symbol.iterator]();
        const all: boolean[] = [];
        for (const [i, cut] of layer.cuts.entries()) {
          const other = others[i];
          all.push(other ? isKept(cut, await other.find(row.key)) : passed.next().value === true);
        }
        rows.push({ row, cuts: all });
      }
      yield rows;
    }
  } finally {
    for (const other of others) await other?.close();
  }
}

/** The layer's items as edges in number order of their ids, whatever rule decides the items: for the paper tables. */
export async function* edgeRowsOf(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  edge: EdgeRule,
  probabilityJudgeId: string | undefined,
): AsyncGenerator<LayerRow[]> {
  await joinWhole(snapshot);
  const setting = await rowSetting(snapshot, layer);
  for await (const page of edgePages(snapshot, layer, edge, setting, "edgeId", probabilityJudgeId)) {
    const kept = page.flatMap(({ row, cuts }) => (cuts.every(Boolean) ? [row] : []));
    if (kept.length > 0) yield kept;
  }
}

async function rowSetting(snapshot: Snapshot, layer: ResolvedLayerSpec): Promise<RowSetting> {
  const { spec, subject, optionsOf, reading } = layer;
  const setting = { spec, question: subject.question, optionsOf, reading };

  return { ...setting, posteriors: await fitModels(snapshot, layer, setting) };
}

async function* itemPages(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  setting: RowSetting,
): AsyncGenerator<UncutRow[]> {
  for await (const page of storedItems(snapshot, layer, "key")) {
    yield page.map((item) => ({ row: itemRow(item, setting), cuts: item.cuts }));
  }
}

async function* edgePages(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  edge: EdgeRule,
  setting: RowSetting,
  order: LayerOrder,
  probabilityJudgeId: string | undefined,
): AsyncGenerator<UncutRow[]> {
  let open: StoredItem[] = [];
  const finish = () => open.slice(0, 1).map(({ cuts }) => ({ row: edgeRow(open, edge, setting), cuts }));
  for await (const page of storedItems(snapshot, layer, order, probabilityJudgeId)) {
    const rows: UncutRow[] = [];
    for (const item of page) {
      const [first] = open;
      if (first && (first.focal !== item.focal || first.target !== item.target)) {
        rows.push(...finish());
        open = [];
      }
      open.push(item);
    }
    if (rows.length > 0) yield rows;
  }
  if (open.length > 0) yield finish();
}

function edgeRuleOf(rule: { least: number; positive?: string; negative?: string }, layer: ResolvedLayerSpec): EdgeRule {
  const [first = "", second = ""] = layer.subject.options;

  return { least: rule.least, positive: rule.positive ?? first, negative: rule.negative ?? second };
}

/** A row stays where the other layer has a label for it: one of those named, any where none is. */
function isKept(cut: ResolvedCut, other: LayerRow | undefined): boolean {
  if (cut.kind !== "layer" || !other || other.label === null) return false;

  return cut.labels === null || cut.labels.includes(other.label);
}

/** Walks a second layer along the first: both come in key order, so neither is ever held whole. */
export function keyLookup(pages: AsyncGenerator<LayerRow[]>) {
  let page: LayerRow[] = [];
  let at = 0;
  let done = false;

  return {
    async find(key: string): Promise<LayerRow | undefined> {
      for (;;) {
        const row = page[at];
        if (!row) {
          if (done) return undefined;
          const next = await pages.next();
          if (next.done) done = true;
          page = next.done ? [] : next.value;
          at = 0;
          continue;
        }
        const order = compareIds(row.key, key);
        if (order === 0) return row;
        if (order > 0) return undefined;
        at += 1;
      }
    },
    close: () => pages.return(undefined),
  };
}

/**
 * Whole tables are joined here, never row by row: right after a large import the planner knows no counts yet, and would
 * take a nested loop that needs minutes for what takes a second.
 */
export async function joinWhole(snapshot: Snapshot): Promise<void> {
  await snapshot.rows(sql`SELECT set_config('enable_nestloop', 'off', true)`);
}
