import type { ServiceContext } from "@/lib/context";
import { type Snapshot, withSnapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { itemCondition } from "./item-condition";
import { uncutRows } from "./layer-rows";
import { openLayer } from "./open-layer";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
import { LayerInput } from "./schema";
import { DECIDED, type Decided, type LayerRow, type LayerSteps, UNDECIDED } from "./wire";

/** The size of a layer at each step, its class balance and why rows have no label: counted over the rows themselves. */
export async function layerSteps(ctx: ServiceContext, input: unknown): Promise<LayerSteps> {
  const query = LayerInput.parse(input);
  const { layer } = await openLayer(ctx, query);

  return withSnapshot((snapshot) => stepsOf(snapshot, layer));
}

/** The same from a snapshot that is open already: for releases. */
export async function stepsOf(snapshot: Snapshot, layer: ResolvedLayerSpec): Promise<LayerSteps> {
  const items = await itemCounts(snapshot, layer);
  const byLabel = new Map<string, number>(layer.subject.options.map((option) => [option, 0]));
  const byDecided = new Map<Decided, number>();
  const cuts = layer.cuts.map(({ name }) => ({ name, rows: 0 }));
  let labelled = 0;
  let decided = 0;
  let kept = 0;
  for await (const page of uncutRows(snapshot, layer)) {
    for (const { row, cuts: passed } of page) {
      if (hasLabels(row)) labelled += 1;
      const left = passed.indexOf(false);
      const whole = left === -1;
      if (whole) byDecided.set(row.decided, (byDecided.get(row.decided) ?? 0) + 1);
      if (row.label === null) continue;
      decided += 1;
      cuts.slice(0, whole ? cuts.length : left).forEach((cut) => {
        cut.rows += 1;
      });
      if (!whole) continue;
      kept += 1;
      byLabel.set(row.label, (byLabel.get(row.label) ?? 0) + 1);
    }
  }

  return {
    rows: layer.rows,
    ...items,
    labelled,
    decided,
    cuts,
    kept,
    byLabel: [...byLabel].map(([label, rows]) => ({ label, rows, share: kept === 0 ? null : rows / kept })),
    byDecided: [...DECIDED, ...UNDECIDED].flatMap((name) => {
      const rows = byDecided.get(name);
      return rows === undefined ? [] : [{ decided: name, rows }];
    }),
    ties: byDecided.get("tie") ?? 0,
  };
}

/** Whether there is anything that a label could be decided from. */
export function hasLabels(row: LayerRow): boolean {
  return (
    row.labels.some((label) => label.counts !== null) ||
    row.adjudication !== undefined ||
    (row.mustCite?.mentions ?? null) !== null
  );
}

async function itemCounts(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
): Promise<{ items: number; matching: number; sampled: number }> {
  const { studyId, roundIds } = layer;
  const [row] = await snapshot.rows<{ items: number; matching: number; sampled: number }>(sql`
    SELECT (SELECT count(*)::int FROM "Item" i WHERE i."studyId" = ${studyId}::uuid) AS items, count(*)::int AS matching,
      count(d."itemId")::int AS sampled
    FROM "Item" i LEFT JOIN (SELECT DISTINCT m."itemId" FROM "SampleItem" m
      JOIN "Sample" q ON q."studyId" = m."studyId" AND q.id = m."sampleId"
      WHERE m."studyId" = ${studyId}::uuid AND q."roundId" = ANY(${roundIds}::uuid[])) d ON d."itemId" = i.id
    WHERE i."studyId" = ${studyId}::uuid ${itemCondition(layer)}`);

  return row ?? { items: 0, matching: 0, sampled: 0 };
}
