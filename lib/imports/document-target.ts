import type { Codebook } from "@/lib/codebooks/schema";
import type { ItemTarget } from "@/lib/corpus/documents/document-items";
import { ServiceError } from "@/lib/errors";

/** What a study takes from full texts: one citation, one reference with all its passages, or one mined pair of sentences. */
export type DocumentTarget = ItemTarget | "marker-pair";

/** What each kind of item carries; what is read comes first. */
const COLUMNS: Record<DocumentTarget, readonly [string, ...string[]]> = {
  "citation-role": [
    "context_text",
    ...["context_id", "focal_corpusid", "candidate_corpusid", "target_marker", "focal_title", "candidate_title"],
    ...["section", "window_hash", "source_tool", "source_version"],
  ],
  "must-cite": [
    "contexts",
    ...["query_id", "target", "query_title", "venue", "query_year", "cited_title", "cited_year", "cited_as"],
    ...["mention_count", "source_tool", "source_version"],
  ],
  "marker-pair": ["s1", "s2", "marker", "pair_id", "relation", "corpusid", "section", "marker_id", "split", "fields"],
};

/** Which kind of item a codebook takes: the one that has all its required fields and the parts of its key. */
export function documentTarget(codebook: Codebook): DocumentTarget | undefined {
  const { fields, key } = codebook.item;
  const needed = fields.filter((field) => field.type !== "count" && (field.required || key.includes(field.id)));
  const carries = (target: DocumentTarget, names: readonly string[]) =>
    names.some((name) => COLUMNS[target].includes(name));

  return (Object.keys(COLUMNS) as DocumentTarget[]).find(
    (target) =>
      fields.some((field) => [field.id, ...field.aliases].includes(COLUMNS[target][0])) &&
      needed.every((field) => carries(target, [field.id, ...field.aliases])),
  );
}

export function requireDocumentTarget(codebook: Codebook): DocumentTarget {
  const target = documentTarget(codebook);
  if (target) return target;
  const kinds = Object.values(COLUMNS).map((names) => names.join(", "));
  throw new ServiceError(
    "unprocessable",
    `This study's codebook takes no items from papers. They give, for a citation, a reference or a pair of sentences: ${kinds.join("; ")}. Nothing was stored.`,
  );
}
