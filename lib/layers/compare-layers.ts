import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { ServiceError } from "@/lib/errors";
import { compareIds } from "@/lib/scoring/compare-ids";
import { layerRowsOf } from "./layer-rows";
import { openLayer } from "./open-layer";
import { CompareLayersInput } from "./schema";
import type { LayerComparison, LayerRow } from "./wire";

type Pair = { key: string; first: string | null; second: string | null };
type Kind = "both" | "differing" | "onlyFirst" | "onlySecond";

/**
 * Two layers row by row, from one snapshot: what has a label in both, in one alone, and where the labels differ. Counts
 * go over everything; the page lists the rows asked for after the cursor.
 */
export async function compareLayers(ctx: ServiceContext, input: unknown): Promise<LayerComparison> {
  const { studyId, first, second, show, cursor, take } = CompareLayersInput.parse(input);
  const one = await openLayer(ctx, { studyId, ...first });
  const two = await openLayer(ctx, { studyId, ...second });
  if (one.layer.rows !== two.layer.rows) {
    const message = `${one.name} has one row an ${one.layer.rows}, ${two.name} one row an ${two.layer.rows}: they cannot be laid side by side.`;
    throw new ServiceError("bad_input", message);
  }
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, differing: 0 };
  const table = new Map<string, { first: string; second: string; rows: number }>();
  const page: Pair[] = [];
  let more = false;
  await withSnapshot(async (snapshot) => {
    for await (const pair of pairs(layerRowsOf(snapshot, one.layer), layerRowsOf(snapshot, two.layer))) {
      const kinds = kindsOf(pair);
      for (const kind of kinds) counts[kind] += 1;
      if (pair.first !== null && pair.second !== null) {
        const name = JSON.stringify([pair.first, pair.second]);
        const cell = table.get(name) ?? { first: pair.first, second: pair.second, rows: 0 };
        table.set(name, { ...cell, rows: cell.rows + 1 });
      }
      if (!kinds.includes(show) || (cursor !== undefined && compareIds(pair.key, cursor) <= 0)) continue;
      if (page.length < take) page.push(pair);
      else more = true;
    }
  });
  const rank = (layer: typeof one.layer, label: string) => layer.subject.options.indexOf(label);

  return {
    names: [one.name, two.name],
    ...counts,
    table: [...table.values()].sort(
      (a, b) =>
        rank(one.layer, a.first) - rank(one.layer, b.first) || rank(two.layer, a.second) - rank(two.layer, b.second),
    ),
    page,
    nextCursor: more ? (page.at(-1)?.key ?? null) : null,
  };
}

function kindsOf({ first, second }: Pair): Kind[] {
  if (first === null) return ["onlySecond"];
  if (second === null) return ["onlyFirst"];

  return first === second ? ["both"] : ["both", "differing"];
}

/** Both walked along in key order; rows without a label are as if they were not there. */
async function* pairs(one: AsyncGenerator<LayerRow[]>, two: AsyncGenerator<LayerRow[]>): AsyncGenerator<Pair> {
  const [left, right] = [labelled(one), labelled(two)];
  try {
    let [a, b] = [await left.next(), await right.next()];
    while (!a.done || !b.done) {
      const order = a.done ? 1 : b.done ? -1 : compareIds(a.value.key, b.value.key);
      if (order < 0 && !a.done) {
        yield { key: a.value.key, first: a.value.label, second: null };
        a = await left.next();
      } else if (order > 0 && !b.done) {
        yield { key: b.value.key, first: null, second: b.value.label };
        b = await right.next();
      } else if (!a.done && !b.done) {
        yield { key: a.value.key, first: a.value.label, second: b.value.label };
        [a, b] = [await left.next(), await right.next()];
      }
    }
  } finally {
    await left.return(undefined);
    await right.return(undefined);
  }
}

async function* labelled(pages: AsyncGenerator<LayerRow[]>): AsyncGenerator<LayerRow> {
  for await (const page of pages) for (const row of page) if (row.label !== null) yield row;
}
