import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";
import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import type { PlanLayer } from "./plan-layers";
import type { ReleasePlan } from "./wire";

/** The study's newest codebook, at the reader's moment. */
export async function codebookOf(snapshot: Snapshot, studyId: string): Promise<Codebook> {
  const [row] = await snapshot.rows<{ content: unknown }>(
    sql`SELECT content FROM "Codebook" WHERE "studyId" = ${studyId}::uuid ORDER BY version DESC LIMIT 1`,
  );

  return CodebookSchema.parse(row?.content);
}

/** Which fields of an item hold what the papers' tables are made of; absent where the codebook has none of the name. */
export function paperFields({ item }: Codebook) {
  const named = (...names: string[]) =>
    item.fields.find(({ id, aliases }) => names.some((name) => id === name || aliases?.includes(name)))?.id;

  return {
    relation: named("relation", "operation"),
    query: named("s1", "sentence1"),
    candidate: named("s2", "sentence2"),
    title: named("cited_title", "ref_title", "title"),
    year: named("cited_year", "year"),
  };
}

/** The layer that a must-cite table is made from. */
export function mustCiteLayer(layers: readonly PlanLayer[]): PlanLayer | undefined {
  return layers.find((layer) => layer.resolved.spec.rule.kind === "must_cite");
}

/** The layer that RATIO's tables are made from: the first that decides the pairs one by one. */
export function pairLayer(layers: readonly PlanLayer[]): PlanLayer | undefined {
  return layers.find(({ resolved }) => resolved.rows === "item" && resolved.spec.rule.kind !== "must_cite");
}

/** Tables of a plan that this study cannot fill. */
export function tablesLeftOut(
  { tables }: Pick<ReleasePlan, "tables">,
  layers: readonly PlanLayer[],
  codebook: Codebook,
): { table: string; why: string }[] {
  const left: { table: string; why: string }[] = [];
  const { query, candidate } = paperFields(codebook);
  const { focal, target } = codebook.item;
  if (tables.includes("reference_lists")) {
    if (!mustCiteLayer(layers)) left.push({ table: "reference_lists", why: "No layer of the plan is must-cite." });
    else if (!focal || !target)
      left.push({ table: "reference_lists", why: "The codebook does not say which paper cites which." });
  }
  if (tables.includes("ratio")) {
    const why =
      query && candidate ? "No layer of the plan decides pairs." : "The codebook’s items have no sentences s1 and s2.";
    if (!query || !candidate || !pairLayer(layers)) left.push({ table: "ratio", why });
  }

  return left;
}
