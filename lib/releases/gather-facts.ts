import { layerRowsOf } from "@/lib/layers/layer-rows";
import type { LintFacts } from "./lint";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { setFacts } from "./set-facts";
import { closedTextFacts, personFacts } from "./text-facts";
import type { ReleasePlan } from "./wire";
import { noQrels } from "./write-judgements";

const SHOWN = 100;

/** Everything that the linter's rules look at, read at one moment. O(rows of the layers). */
export async function gatherFacts(
  reader: Pick<ReleaseReader, "snapshot">,
  studyId: string,
  studyLicence: string,
  plan: ReleasePlan,
  layers: readonly PlanLayer[],
): Promise<LintFacts> {
  const { snapshot } = reader;
  const described: LintFacts["layers"][number][] = [];
  const withoutQrels: { layer: string; why: string }[] = [];
  for (const layer of layers) {
    described.push(await layerFacts(reader, layer));
    const why = plan.formats.some((format) => format === "qrels" || format === "beir")
      ? await noQrels(reader, layer)
      : null;
    if (why !== null) withoutQrels.push({ layer: layer.title, why });
  }

  return {
    profile: plan.profile,
    ...(await setFacts(snapshot, studyId, plan)),
    layers: described,
    withoutQrels,
    stated: plan.stated,
    closedTexts: await closedTextFacts(snapshot, studyId, studyLicence),
    persons: await personFacts(snapshot, studyId, plan),
  };
}

async function layerFacts(
  { snapshot }: Pick<ReleaseReader, "snapshot">,
  { title, resolved }: PlanLayer,
): Promise<LintFacts["layers"][number]> {
  const used = new Set<string>();
  const twice: string[] = [];
  let rows = 0;
  let labelled = 0;
  let duplicates = 0;
  let last: string | undefined;
  for await (const page of layerRowsOf(snapshot, resolved)) {
    for (const { key, label } of page) {
      rows += 1;
      if (label !== null) {
        labelled += 1;
        used.add(label);
      }
      // Rows come in the order of their keys, so equals stand together.
      if (key === last) {
        duplicates += 1;
        if (twice.length < SHOWN) twice.push(key);
      }
      last = key;
    }
  }

  return {
    name: title,
    question: resolved.subject.question,
    options: resolved.subject.options,
    used: [...used],
    rows,
    labelled,
    duplicates: { rows: twice, total: duplicates },
  };
}
