import type { CorpusFault, CorpusRecord, MasterSetFile } from "./read-events";

/**
 * Whether a JSON record is a reference of MasterSet's per-paper file: `{target, title, year, cite, contexts}`, more keys allowed.
 */
export function isMasterSetReference(value: Record<string, unknown>): boolean {
  return typeof value.target === "string" && "title" in value && "cite" in value && Array.isArray(value.contexts);
}

/**
 * One reference of a per-paper file as one item to label: key `<file stem>:<target>`. Keys that MasterSet does not name follow unchanged.
 *
 * @param record a reference as read; @param fileName gives the stem; @param paper what is known of the citing paper, each part may be missing
 * @returns the record, or the first fault with the key as its column
 * @example toReferenceRecord(record, "id1_Title.json", { venue: "ICML" }) // value.key "id1_Title:b0"
 */
export function toReferenceRecord(
  record: CorpusRecord,
  fileName: string,
  paper: MasterSetFile = {},
): { ok: true; record: CorpusRecord } | { ok: false; fault: CorpusFault } {
  const { target, title, year = null, cite, contexts, ...more } = record.value;
  function fault(column: string, reason: string): { ok: false; fault: CorpusFault } {
    return { ok: false, fault: { line: record.line, column, reason } };
  }
  if (typeof target !== "string" || target === "") return fault("target", "A reference needs a target, such as b12.");
  if (title !== null && typeof title !== "string") return fault("title", `Reference ${target}: title must be text.`);
  if (year !== null && !(typeof year === "number" && Number.isInteger(year)))
    return fault("year", `Reference ${target}: year must be a whole number or null.`);
  if (cite !== null && typeof cite !== "string") return fault("cite", `Reference ${target}: cite must be text.`);
  if (!Array.isArray(contexts)) return fault("contexts", `Reference ${target}: contexts must be a list.`);
  for (const [i, entry] of contexts.entries()) {
    const context: unknown = entry;
    const ok =
      typeof context === "object" &&
      context !== null &&
      "context" in context &&
      typeof context.context === "string" &&
      (!("section" in context) || context.section === null || typeof context.section === "string");
    if (!ok)
      return fault("contexts", `Reference ${target}, context ${i + 1}: needs a text in "context" and in "section".`);
  }
  const value: Record<string, unknown> = {
    ...more,
    key: `${fileStem(fileName)}:${target}`,
    query_title: paper.query_title ?? "",
    venue: paper.venue ?? "",
    query_year: paper.query_year ?? null,
    target,
    cited_title: title ?? "",
    cited_year: year,
    cited_as: cite ?? "",
    contexts,
  };
  return { ok: true, record: { line: record.line, value } };
}

/** The name of a file without folders and last extension. @example fileStem("a/b.c.json") // "b.c" */
export function fileStem(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
