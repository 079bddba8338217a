import type { Codebook } from "@/lib/codebooks/schema";
import type { ItemTarget } from "@/lib/corpus/documents/document-items";
import { ServiceError } from "@/lib/errors";

/** What items from full texts carry, by the codebook that they are made for. */
const COLUMNS: Record<ItemTarget, readonly string[]> = {
  "citation-role": [
    ...["context_id", "focal_corpusid", "candidate_corpusid", "context_text", "target_marker"],
    ...["focal_title", "candidate_title", "section", "window_hash", "source_tool", "source_version"],
  ],
  "must-cite": [
    ...["query_id", "target", "query_title", "venue", "query_year", "cited_title", "cited_year", "cited_as"],
    ...["contexts", "mention_count", "source_tool", "source_version"],
  ],
};

/** Which kind of item a codebook takes from full texts: the one that has all its required fields and the parts of its key. */
export function documentTarget(codebook: Codebook): ItemTarget | undefined {
  const needed = codebook.item.fields.filter(
    (field) => field.type !== "count" && (field.required || codebook.item.key.includes(field.id)),
  );
  const passages = needed.some((field) => field.type === "window" || field.type === "contexts");
  if (!passages) return undefined;

  return (Object.keys(COLUMNS) as ItemTarget[]).find((target) =>
    needed.every((field) => [field.id, ...field.aliases].some((name) => COLUMNS[target].includes(name))),
  );
}

export function requireDocumentTarget(codebook: Codebook): ItemTarget {
  const target = documentTarget(codebook);
  if (target) return target;
  const [roles, references] = [COLUMNS["citation-role"], COLUMNS["must-cite"]].map((names) => names.join(", "));
  throw new ServiceError(
    "unprocessable",
    `This study's codebook takes no items from papers. They give ${roles}; or, one a reference, ${references}. Nothing was stored.`,
  );
}
