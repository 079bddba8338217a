import { layerRowsOf } from "@/lib/layers/layer-rows";
import type { LayerSpec } from "@/lib/layers/wire";
import type { Pages } from "@/lib/release-files/columns";
import { encodeJudgements, layerJudgements } from "@/lib/release-files/encode-judgements";
import type { Manifest, ManifestQrels } from "@/lib/release-files/manifest";
import { releaseRule } from "@/lib/release-files/rule";
import { ruleWords } from "@/lib/release-files/rule-words";
import { EDGE_LAYER, LAYER, MUST_CITE_LAYER } from "@/lib/release-files/tables";
import { tallyLayer } from "@/lib/release-files/tally";
import type { Beside, FileWriter } from "./file-writer";
import { layerCounter } from "./gather-facts";
import type { LintFacts } from "./lint";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { type LayerTable, layerTable } from "./release-rows";

/** What the release calls raters and rounds. */
export type Names = { rater: (id: string) => string; round: (id: string) => string };

const TABLES = { layer: LAYER, edge_layer: EDGE_LAYER, must_cite_layer: MUST_CITE_LAYER };

/** Which of the layers stand in qrels and BEIR folders, too, and how their options are graded there. */
export type Graded = (layer: PlanLayer) => { formats: ManifestQrels["format"][]; grades: ManifestQrels["grades"] };

/** `layers/*` with their `qrels/*` and `beir/*`, what the manifest says of each, and what the linter makes of them. */
export async function writeLayers(
  { snapshot }: ReleaseReader,
  writer: FileWriter,
  layers: readonly PlanLayer[],
  names: Names,
  graded: Graded,
): Promise<Pick<Manifest, "layers" | "qrels"> & { facts: LintFacts["layers"] }> {
  const described: Manifest["layers"] = [];
  const facts: LintFacts["layers"][number][] = [];
  const qrels: ManifestQrels[] = [];
  for (const layer of layers) {
    const { resolved, name } = layer;
    const tally = tallyLayer();
    const counter = layerCounter(layer);
    const { formats, grades } = graded(layer);
    const own = formats.map((format) => layerQrels(layer, format, grades));
    qrels.push(...own);
    await writer.table(
      `layers/${name}`,
      TABLES[tableOf(layer)],
      layerPages({ snapshot }, layer),
      (row) => {
        tally.add(row);
        counter.add(String(row.item), typeof row.label === "string" ? row.label : null);
      },
      own.map((entry) => besideOf(layer, entry)),
    );
    facts.push(counter.facts());
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

  return { layers: described, qrels, facts };
}

function layerQrels(
  { name }: PlanLayer,
  format: ManifestQrels["format"],
  grades: ManifestQrels["grades"],
): ManifestQrels {
  const path = format === "trec" ? `qrels/${name}.qrels` : `beir/${name}/qrels/test.tsv`;

  return { path, format, source: { kind: "layer", layer: name }, grades };
}

/** That a layer's pairs stand once was asked of the database before: none needs to be remembered here. */
function besideOf({ name }: PlanLayer, { path, format, grades }: ManifestQrels): Beside {
  let rows = 0;
  async function* counted(pages: Pages) {
    for await (const page of layerJudgements(name, pages, grades)) {
      rows += page.length;
      yield page;
    }
  }

  return { path, bytes: (pages) => encodeJudgements(format, path, counted(pages), "distinct"), rows: () => rows };
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
