import { layerRowsOf } from "@/lib/layers/layer-rows";
import type { LintFacts } from "./lint";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { setFacts } from "./set-facts";
import { codebookOf, tablesLeftOut } from "./tables-left-out";
import { closedTextFacts, personFacts } from "./text-facts";
import type { ReleasePlan } from "./wire";
import { noQrels } from "./write-judgements";

const SHOWN = 100;

type Reader = Pick<ReleaseReader, "snapshot">;
type LayerFacts = LintFacts["layers"][number];

/** Everything that the linter's rules look at, read at one moment. O(rows of the layers). */
export async function gatherFacts(
  reader: Reader,
  studyId: string,
  studyLicence: string,
  plan: ReleasePlan,
  layers: readonly PlanLayer[],
): Promise<LintFacts> {
  const facts = await factsBeforeRows(reader, studyId, studyLicence, plan, layers);
  const described: LayerFacts[] = [];
  for (const layer of layers) {
    const counter = layerCounter(layer);
    for await (const page of layerRowsOf(reader.snapshot, layer.resolved))
      for (const { key, label } of page) counter.add(key, label);
    described.push(counter.facts());
  }

  return { ...facts, layers: described };
}

/** What can be told before a layer's rows are read: all but the layers themselves. */
export async function factsBeforeRows(
  { snapshot }: Reader,
  studyId: string,
  studyLicence: string,
  plan: ReleasePlan,
  layers: readonly PlanLayer[],
): Promise<LintFacts> {
  const withoutQrels: { layer: string; why: string }[] = [];
  const wanted = plan.formats.some((format) => format === "qrels" || format === "beir");
  for (const layer of wanted ? layers : []) {
    const why = await noQrels({ snapshot }, layer);
    if (why !== null) withoutQrels.push({ layer: layer.title, why });
  }

  return {
    profile: plan.profile,
    ...(await setFacts(snapshot, studyId, plan)),
    layers: [],
    withoutQrels,
    withoutTables: tablesLeftOut(plan, layers, await codebookOf(snapshot, studyId)),
    stated: plan.stated,
    closedTexts: await closedTextFacts(snapshot, studyId, studyLicence),
    persons: await personFacts(snapshot, studyId, plan),
  };
}

/** A layer's facts from its rows as they pass by, in the order of their keys. */
export function layerCounter({ title, resolved }: Pick<PlanLayer, "title" | "resolved">) {
  const used = new Set<string>();
  const twice: string[] = [];
  let [rows, labelled, duplicates] = [0, 0, 0];
  let last: string | undefined;

  return {
    add(key: string, label: string | null): void {
      rows += 1;
      if (label !== null) {
        labelled += 1;
        used.add(label);
      }
      // Equals stand together.
      if (key === last) {
        duplicates += 1;
        if (twice.length < SHOWN) twice.push(key);
      }
      last = key;
    },
    facts: (): LayerFacts => ({
      name: title,
      question: resolved.subject.question,
      options: resolved.subject.options,
      used: [...used],
      rows,
      labelled,
      duplicates: { rows: twice, total: duplicates },
    }),
  };
}
