import { layerRowsOf } from "@/lib/layers/layer-rows";
import type { Pages, Row } from "@/lib/release-files/columns";
import { RATIO_CORPUS, RATIO_POSITIVES, RATIO_QUERIES } from "@/lib/release-files/tables";
import type { FileWriter } from "./file-writer";
import type { PlanLayer } from "./plan-layers";
import { contentOf, textOf } from "./reference-lists";
import type { ReleaseReader } from "./release-reader";
import { itemRows } from "./release-rows";
import { pairLayer, paperFields } from "./tables-left-out";
import { walk } from "./walk-rows";
import type { PaperFacts } from "./write-paper-tables";

type Fields = ReturnType<typeof paperFields>;

/**
 * RATIO's three tables from a marker-pair layer: a pair's first sentence is a query where the layer accepts the pair,
 * its second a candidate for all of them, and the accepted pair itself a positive. Query and candidate have the pair's id.
 */
export async function writeRatioTables(reader: ReleaseReader, writer: FileWriter, facts: PaperFacts): Promise<void> {
  const layer = pairLayer(facts.layers);
  const fields = paperFields(facts.terms.codebook);
  if (!layer || !fields.query || !fields.candidate) return;
  const accepted = acceptedBy(layer, facts);
  await writer.table("tables/queries", RATIO_QUERIES, pairs(reader, layer, facts, accepted, queryRow, fields));
  await writer.table(
    "tables/corpus",
    RATIO_CORPUS,
    pairs(reader, layer, facts, () => true, candidateRow, fields),
  );
  await writer.table("tables/positives", RATIO_POSITIVES, positives(reader, layer, accepted));
}

function acceptedBy({ resolved }: PlanLayer, { plan }: PaperFacts): (label: string | null) => boolean {
  const { options } = resolved.subject;
  const positive = plan.positive !== undefined && options.includes(plan.positive) ? plan.positive : options[0];

  return (label) => label !== null && label === positive;
}

function queryRow(id: string, paper: string | null, content: Record<string, unknown>, fields: Fields): Row {
  const relation = textOf(content, fields.relation) ?? "";

  return { query_id: id, relation, text: textOf(content, fields.query), corpus_id: paper };
}

function candidateRow(id: string, paper: string | null, content: Record<string, unknown>, fields: Fields): Row {
  return { candidate_id: id, text: textOf(content, fields.candidate), corpus_id: paper };
}

async function* pairs(
  { snapshot }: ReleaseReader,
  layer: PlanLayer,
  { scope, terms }: PaperFacts,
  wanted: (label: string | null) => boolean,
  row: typeof queryRow,
  fields: Fields,
): Pages {
  const items = walk(itemRows(snapshot, scope, terms));
  for await (const page of layerRowsOf(snapshot, layer.resolved)) {
    const rows: Row[] = [];
    for (const { key, label, focal } of page)
      if (wanted(label)) rows.push(row(key, focal, contentOf(await items.find(key)), fields));
    yield rows;
  }
}

async function* positives(
  { snapshot }: ReleaseReader,
  layer: PlanLayer,
  accepted: (label: string | null) => boolean,
): Pages {
  for await (const page of layerRowsOf(snapshot, layer.resolved)) {
    yield page
      .filter((row) => accepted(row.label))
      .map(({ key, labels }): Row => {
        const by = labels.filter((one) => accepted(one.counts)).map((one) => one.rater);

        return {
          query_id: key,
          candidate_id: key,
          accepted_by: [...new Set(by)].toSorted(),
          hard: labels.length > 0 && labels.every((one) => accepted(one.counts)),
        };
      });
  }
}
