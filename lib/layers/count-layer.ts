import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { layerRowsOf } from "./layer-rows";
import { openLayer } from "./open-layer";
import { LayerInput } from "./schema";
import type { LayerCounts } from "./wire";

/** What a layer would hold, counted the way the export counts. */
export async function countLayer(ctx: ServiceContext, input: unknown): Promise<LayerCounts> {
  const query = LayerInput.parse(input);
  const { layer } = await openLayer(ctx, query);
  const counts: LayerCounts = { items: 0, labelled: 0, ties: 0, unlabelled: 0, byLabel: [] };
  const byLabel = new Map<string, number>(layer.subject.options.map((option) => [option, 0]));
  await withSnapshot(async (snapshot) => {
    for await (const page of layerRowsOf(snapshot, layer)) {
      for (const row of page) {
        counts.items += 1;
        if (row.decided === "tie") counts.ties += 1;
        else if (row.label === null) counts.unlabelled += 1;
        else {
          counts.labelled += 1;
          byLabel.set(row.label, (byLabel.get(row.label) ?? 0) + 1);
        }
      }
    }
  });
  counts.byLabel = [...byLabel].map(([label, items]) => ({ label, items }));

  return counts;
}
