import { locateTarget } from "@/lib/corpus/locate-target";
import { fileStem, isMasterSetReference, toReferenceRecord } from "@/lib/corpus/masterset";
import type { CorpusBlock, CorpusDocument, CorpusReference, DocumentReader, DocumentSource } from "./document";
import { DocumentError } from "./document";
import { readJsonDocuments } from "./read-json-documents";

/**
 * MasterSet's per-paper file, a list of references with their windows, as one document: each different window is a block, and the works that
 * share it are its citations. The windows are all that the file has of the text: a sentence that no reference is cited in is not there.
 */
export const mastersetReader: DocumentReader = {
  format: "masterset",
  looksLike: (head) =>
    /^\s*\[\s*\{/.test(head) && /"target"\s*:/.test(head) && /"cite"\s*:/.test(head) && /"contexts"\s*:/.test(head),
  read: readMasterset,
};

async function* readMasterset(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  const { file, sha256 } = source;
  const references: CorpusReference[] = [];
  const blocks = new Map<string, CorpusBlock>();
  let unlocated = 0;
  for await (const { line, value } of readJsonDocuments(source)) {
    const read = isMasterSetReference(value)
      ? toReferenceRecord({ line, value }, file)
      : { ok: false as const, fault: { line, reason: "A reference needs target, title, cite and contexts." } };
    if (!read.ok) throw new DocumentError(read.fault);
    const { target, cited_title, cited_year, cited_as, contexts } = read.record.value as ReferenceRecord;
    references.push({ id: target, title: cited_title, year: cited_year, raw: cited_as });
    for (const { section, context } of contexts) {
      const block = blockFor(blocks, section ?? "", context);
      const { ranges } = locateTarget(context, cited_as);
      if (ranges.length === 0) unlocated++;
      for (const { start, end } of ranges)
        block.citations.push({ start, end, referenceIds: [target], marker: [...context].slice(start, end).join("") });
    }
  }
  if (references.length === 0) throw new DocumentError({ line: 1, reason: "The file lists no reference." });
  for (const { citations } of blocks.values()) citations.sort((a, b) => a.start - b.start || a.end - b.end);
  const reason = `In ${unlocated} ${unlocated === 1 ? "window" : "windows"} the citation was not found as the file writes it.`;

  yield {
    id: fileStem(file),
    title: "",
    year: null,
    venue: null,
    references,
    blocks: [...blocks.values()],
    provenance: { format: "masterset", tool: null, version: null, file, sha256 },
    faults: unlocated === 0 ? [] : [{ code: "target-not-located", count: unlocated, reason }],
  };
}

type ReferenceRecord = {
  target: string;
  cited_title: string;
  cited_year: number | null;
  cited_as: string;
  contexts: { section?: string | null; context: string }[];
};

function blockFor(blocks: Map<string, CorpusBlock>, section: string, text: string): CorpusBlock {
  const key = `${section}\n${text}`;
  const known = blocks.get(key);
  if (known) return known;
  const sectionPath = section === "" ? [] : [section];
  const block: CorpusBlock = { kind: "paragraph", section, sectionPath, text, citations: [] };
  blocks.set(key, block);

  return block;
}
