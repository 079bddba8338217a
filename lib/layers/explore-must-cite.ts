import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { itemCondition, mentionCounts } from "./item-condition";
import { layerRowsOf } from "./layer-rows";
import { mustCiteCurve, REGIONS, type Region, regionOf } from "./must-cite-curve";
import { resolveLayerSpec } from "./resolve-layer-spec";
import { MustCiteInput } from "./schema";
import type { MustCiteExplorer } from "./wire";

const MOST = 20;
const COUNTS = ["mentions", "windows"] as const;

/** What each threshold of must-cite would admit, by both counts, and how the three types overlap at the spec's N. */
export async function exploreMustCite(ctx: ServiceContext, input: unknown): Promise<MustCiteExplorer> {
  const { studyId, spec } = MustCiteInput.parse(input);
  const layer = await resolveLayerSpec(ctx, studyId, spec);
  const { rule } = layer.spec;
  if (rule.kind !== "must_cite") throw new ServiceError("bad_input", "Only a must-cite rule has a threshold N.");
  const regions = new Map<Region, number>(REGIONS.map((region) => [region, 0]));
  const counts = COUNTS.map((name) => ({
    name,
    histogram: new Map<number, { references: number; otherwise: number }>(),
    unknown: 0,
  }));
  let references = 0;
  let none = 0;
  let open = 0;

  return withSnapshot(async (snapshot) => {
    for await (const page of layerRowsOf(snapshot, layer)) {
      for (const { label, mustCite } of page) {
        if (!mustCite) continue;
        references += 1;
        const region = regionOf(mustCite);
        if (region) regions.set(region, (regions.get(region) ?? 0) + 1);
        else if (label === null) open += 1;
        else none += 1;
        const otherwise = mustCite.typeI || mustCite.typeII ? 1 : 0;
        for (const count of counts) {
          const value = mustCite[count.name];
          const cell = value === null ? undefined : (count.histogram.get(value) ?? { references: 0, otherwise: 0 });
          if (value === null || !cell) count.unknown += otherwise;
          else count.histogram.set(value, { references: cell.references + 1, otherwise: cell.otherwise + otherwise });
        }
      }
    }
    const { given } = mentionCounts(layer.mentionFields);
    const [row] = await snapshot.rows<{ given: number }>(sql`
      SELECT count(*) FILTER (WHERE ${given})::int AS given FROM "Item" i WHERE i."studyId" = ${studyId}::uuid ${itemCondition(layer)}`);
    const curves = counts.map(({ name, histogram, unknown }) => ({
      count: name,
      known: [...histogram.values()].reduce((sum, cell) => sum + cell.references, 0),
      points: mustCiteCurve(histogram, unknown, MOST),
    }));

    return {
      references,
      mentionsGiven: row?.given ?? 0,
      n: rule.mentions,
      count: rule.count,
      curves,
      overlap: [...regions].map(([region, rows]) => ({ region, rows })),
      none,
      open,
    };
  });
}
