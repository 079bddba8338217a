import { layerRowsOf } from "@/lib/layers/layer-rows";
import type { LayerSpec } from "@/lib/layers/wire";
import type { Pages } from "@/lib/release-files/columns";
import type { Manifest } from "@/lib/release-files/manifest";
import { releaseRule } from "@/lib/release-files/rule";
import { ruleWords } from "@/lib/release-files/rule-words";
import { EDGE_LAYER, LAYER, MUST_CITE_LAYER } from "@/lib/release-files/tables";
import { tallyLayer } from "@/lib/release-files/tally";
import type { FileWriter } from "./file-writer";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { type LayerTable, layerTable } from "./release-rows";

/** What the release calls raters and rounds. */
export type Names = { rater: (id: string) => string; round: (id: string) => string };

const TABLES = { layer: LAYER, edge_layer: EDGE_LAYER, must_cite_layer: MUST_CITE_LAYER };

/** `layers/*` and what the manifest says of each. */
export async function writeLayers(
  { snapshot }: ReleaseReader,
  writer: FileWriter,
  layers: readonly PlanLayer[],
  names: Names,
): Promise<Manifest["layers"]> {
  const described: Manifest["layers"] = [];
  for (const layer of layers) {
    const { resolved, name } = layer;
    const tally = tallyLayer();
    await writer.table(`layers/${name}`, TABLES[tableOf(layer)], () => layerPages({ snapshot }, layer), tally.add);
    const { spec } = resolved;
    const rule = releaseRule(spec.rule, names.rater);
    described.push({
      name,
      question: resolved.subject.question,
      options: [...resolved.subject.options],
      codebookVersion: resolved.codebookVersion,
      table: tableOf(layer),
      words: ruleWords(rule),
      spec: { ...spec, ...(spec.roundIds && { roundIds: [...spec.roundIds] }) },
      ruleHash: resolved.ruleHash,
      rule,
      scope: {
        rounds: resolved.roundIds.map(names.round).toSorted(),
        origins: spec.filters.origins ?? ["studio", "imported"],
        withoutRaters: (spec.filters.withoutRaterIds ?? []).map(names.rater).toSorted(),
      },
      cut: isCut(spec),
      counts: tally.counts(),
    });
  }

  return described;
}

export function layerPages({ snapshot }: Pick<ReleaseReader, "snapshot">, layer: PlanLayer): Pages {
  return layerTable(tableOf(layer), layerRowsOf(snapshot, layer.resolved));
}

export function tableOf({ resolved }: PlanLayer): LayerTable {
  const { kind } = resolved.spec.rule;

  return kind === "edge" ? "edge_layer" : kind === "must_cite" ? "must_cite_layer" : "layer";
}

/** Whether items were left out: by their strata, fields, target, flags, or by what the layer is cut with. */
function isCut({ filters, within }: LayerSpec): boolean {
  const { strata, fields, located, withoutFlagged } = filters;

  return within.length > 0 || [strata, fields, located, withoutFlagged].some((filter) => filter !== undefined);
}
