import { edgeRowsOf } from "@/lib/layers/layer-rows";
import type { LayerRow } from "@/lib/layers/wire";
import type { IdType, Pages, Row } from "@/lib/release-files/columns";
import { ENDORSEMENT_PAIRS, HUMAN_GOLD_AUDIT, RHETORIC_LABELS } from "@/lib/release-files/tables";
import { findJudge } from "./check-plan";
import { pairPages } from "./endorsed-pairs";
import type { FileWriter } from "./file-writer";
import type { PlanLayer } from "./plan-layers";
import { writeRatioTables } from "./ratio-tables";
import { writeReferenceLists } from "./reference-lists";
import type { ReleaseReader } from "./release-reader";
import { labelRows, type Terms } from "./release-rows";
import type { ReleaseScope } from "./release-scope";
import { walk } from "./walk-rows";
import type { ReleasePlan } from "./wire";
import { layerPages } from "./write-layers";

export type PaperFacts = {
  plan: ReleasePlan;
  ids: IdType;
  scope: ReleaseScope;
  terms: Terms;
  layers: readonly PlanLayer[];
  /** Null where the plan does not ask for them. */
  pairs: readonly Row[] | null;
  answered: readonly { question: string; rater: string; kind: "human" | "judge" }[];
};

/** `tables/*`: the columns in which the papers publish, from the first layer that has what they need. */
export async function writePaperTables(reader: ReleaseReader, writer: FileWriter, facts: PaperFacts): Promise<void> {
  const wants = (name: ReleasePlan["tables"][number]) => facts.plan.tables.includes(name);
  const { pairs, ids } = facts;
  if (pairs) await writer.table("tables/endorsement_pairs", ENDORSEMENT_PAIRS, pairPages(pairs, ids));
  const [layer] = facts.layers.filter((entry) => entry.resolved.rows === "item");
  // The table stands in number order of its papers, so they must be numbers.
  if (layer && facts.ids === "int64" && wants("rhetoric_labels_paper_level"))
    await writer.table("tables/rhetoric_labels_paper_level", RHETORIC_LABELS, rhetoric(reader, layer, facts));
  const judge =
    layer && facts.answered.find((row) => row.kind === "judge" && row.question === layer.resolved.subject.question);
  if (layer && judge && wants("human_gold_audit"))
    await writer.table("tables/human_gold_audit", HUMAN_GOLD_AUDIT, audit(reader, layer, judge.rater, facts));
  if (wants("reference_lists")) await writeReferenceLists(reader, writer, facts);
  if (wants("ratio")) await writeRatioTables(reader, writer, facts);
}

async function* rhetoric(reader: ReleaseReader, { resolved }: PlanLayer, { plan, scope }: PaperFacts): Pages {
  const named = plan.probabilityJudge;
  const judge = named ? await reader.verbs((ctx) => findJudge(ctx, scope.studyId, named)) : undefined;
  const { options } = resolved.subject;
  const positive = plan.positive !== undefined && options.includes(plan.positive) ? plan.positive : (options[0] ?? "");
  const rule = { least: 1, positive, negative: options.find((option) => option !== positive) ?? "" };
  for await (const page of edgeRowsOf(reader.snapshot, resolved, rule, judge?.id))
    yield page.map((row) => edge(row, positive));
}

function edge({ focal, target, label, edge: counts }: LayerRow, positive: string): Row {
  return {
    focal_corpusid: focal ?? "",
    candidate_corpusid: target ?? "",
    n_mentions: counts?.contexts ?? 0,
    n_root_mentions: counts?.positive ?? 0,
    max_root_prob: counts?.maxProbability ?? null,
    root_label: label === null ? null : label === positive ? 1 : 0,
  };
}

/** Contexts that people decided, beside what the judge said of the same question and of those it is derived from. */
async function* audit(reader: ReleaseReader, layer: PlanLayer, judge: string, facts: PaperFacts): Pages {
  const { question, sources } = layer.resolved.subject;
  const base = sources.find((source) => source !== question) ?? question;
  const own = (wanted: string) =>
    walk(labelRows(reader.snapshot, facts.scope, facts.terms, { rater: judge, question: wanted }));
  const [label, subtype] = [own(question), own(base)];
  for await (const page of layerPages(reader, layer)) {
    const rows: Row[] = [];
    for (const row of page) {
      const item = String(row.item);
      const [said, answered] = [await label.find(item), await subtype.find(item)];
      if (row.label === null) continue;
      rows.push({
        context_id: item,
        focal_corpusid: row.focal ?? null,
        candidate_corpusid: row.target ?? null,
        human_label: row.label ?? null,
        llm_label: said?.value ?? null,
        llm_subtype: answered?.value ?? null,
      });
    }
    yield rows;
  }
}
