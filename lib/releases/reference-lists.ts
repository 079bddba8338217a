import { keyLookup, layerRowsOf } from "@/lib/layers/layer-rows";
import { resolveLayerSpec } from "@/lib/layers/resolve-layer-spec";
import { compareKeys } from "@/lib/release-files/checked-rows";
import type { IdType, Pages, Row } from "@/lib/release-files/columns";
import { REFERENCE_LISTS } from "@/lib/release-files/tables";
import type { FileWriter } from "./file-writer";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { itemRows } from "./release-rows";
import { mustCiteLayer, paperFields } from "./tables-left-out";
import { walk } from "./walk-rows";
import type { PaperFacts } from "./write-paper-tables";

/** `tables/reference_lists`: each reference of the plan's first must-cite layer with its three criteria. */
export async function writeReferenceLists(reader: ReleaseReader, writer: FileWriter, facts: PaperFacts): Promise<void> {
  const layer = mustCiteLayer(facts.layers);
  const { focal, target } = facts.terms.codebook.item;
  if (!layer || !focal || !target) return;
  await writer.table("tables/reference_lists", REFERENCE_LISTS, sorted(references(reader, layer, facts), facts.ids));
}

async function* references({ snapshot, verbs }: ReleaseReader, layer: PlanLayer, facts: PaperFacts): Pages {
  const { resolved } = layer;
  const { spec, studyId } = resolved;
  if (spec.rule.kind !== "must_cite") return;
  const { typeII, by, count } = spec.rule;
  // Type II is a yes from some grade on; the table has the grade itself, decided as the layer decides it.
  const graded = await verbs((ctx) =>
    resolveLayerSpec(ctx, studyId, { ...spec, question: typeII.question, rule: typeII.by ?? by, within: [] }),
  );
  const grades = keyLookup(layerRowsOf(snapshot, graded));
  const items = walk(itemRows(snapshot, facts.scope, facts.terms));
  const { title, year } = paperFields(facts.terms.codebook);
  for await (const page of layerRowsOf(snapshot, resolved)) {
    const rows: Row[] = [];
    for (const { key, focal, target, mustCite } of page) {
      const [item, grade] = [await items.find(key), await grades.find(key)];
      if (focal === null || target === null) continue;
      const content = contentOf(item);
      rows.push({
        paper: focal,
        target,
        title: textOf(content, title),
        year: wholeOf(content[year ?? ""]),
        type_1: mustCite?.typeI == null ? null : Number(mustCite.typeI),
        type_2: grade?.label == null ? null : wholeOf(Number(grade.label)),
        type_3: mustCite?.[count] ?? null,
      });
    }
    yield rows;
  }
  await grades.close();
}

/** Items stand in the order of their keys, the table in that of papers and references; six small cells a row are held. */
async function* sorted(pages: Pages, ids: IdType): Pages {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  rows.sort((a, b) => compareKeys(REFERENCE_LISTS, ids, a, b));
  for (let at = 0; at < rows.length; at += 2_000) yield rows.slice(at, at + 2_000);
}

/** An item's fields as the profile lets them out. */
export function contentOf(row: Row | undefined): Record<string, unknown> {
  return typeof row?.content === "object" && row.content !== null ? { ...row.content } : {};
}

/** A text where the profile lets it out; what stands in its place else is no text. */
export function textOf(content: Record<string, unknown>, field: string | undefined): string | null {
  const value = field === undefined ? undefined : content[field];

  return typeof value === "string" ? value : null;
}

function wholeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
}
