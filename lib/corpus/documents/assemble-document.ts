import { codePointIndex } from "./code-point-index";
import type { CorpusBlock, CorpusCitation, CorpusDocument, DocumentFault } from "./document";
import { expandCitations, type RawMark } from "./expand-citations";
import { numberReferences } from "./printed-numbers";

/** A block with the marks of reference as the file gives them. */
export type MarkedBlock = Omit<CorpusBlock, "citations"> & { marks: RawMark[] };

/**
 * A document whose marks still have to become citations. `labels`: printed labels of references by id, where the list has them.
 * `marks: "single"` where each mark is one work already, and what stands between two marks says nothing.
 */
export type MarkedDocument = Omit<CorpusDocument, "blocks"> & {
  blocks: MarkedBlock[];
  labels?: Map<string, string>;
  marks?: "printed" | "single";
};

/**
 * Makes citations of marks, once all references are known: groups taken apart, ranges expanded (see expandCitations). Citations of works that
 * are not in the list stay without a target, and their number is a fault of the document. O(size)
 *
 * @example assembleDocument({ …, blocks: [{ …, marks: [{ start: 3, end: 6, ids: ["b2"] }] }] }).blocks[0]?.citations.length // 1
 */
export function assembleDocument({
  blocks: marked,
  labels = new Map(),
  marks: kind = "printed",
  ...document
}: MarkedDocument): CorpusDocument {
  const numberOf = numberReferences(document.references, labels, singleMarks(marked));
  const known = new Set(document.references.map(({ id }) => id));
  let without = 0;
  const blocks = marked.map(({ marks, ...block }): CorpusBlock => {
    const sorted = inOrder(marks);
    const citations = kind === "single" ? citeEach(block.text, sorted) : expandCitations(block.text, sorted, numberOf);
    for (const citation of citations) {
      citation.referenceIds = citation.referenceIds.filter((id) => known.has(id));
      if (citation.referenceIds.length === 0) without++;
    }

    return { ...block, citations };
  });

  return { ...document, blocks, faults: [...document.faults, ...withoutTarget(without)] };
}

/** The fault that says how many citations have no entry in the list. @example withoutTarget(0) // [] */
export function withoutTarget(count: number): DocumentFault[] {
  if (count === 0) return [];
  const reason = `${count} ${count === 1 ? "citation has" : "citations have"} no entry in the list of references. They are kept without a target.`;

  return [{ code: "citation-without-target", count, reason }];
}

function citeEach(text: string, marks: readonly RawMark[]): CorpusCitation[] {
  const { toUnits } = codePointIndex(text);

  return marks.map(({ start, end, ids }) => {
    const marker = text.slice(toUnits(start), toUnits(end));

    return { start, end, referenceIds: [...ids], marker };
  });
}

/** Sorted, and of marks that overlap the first. */
function inOrder(marks: readonly RawMark[]): RawMark[] {
  const kept: RawMark[] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);

  return kept;
}

/** A mark of one number; those of several numbers, and of words, say nothing about how the list is numbered. */
const oneNumber = /^[\s[\](){}.,;:^]*(\d{1,4})[\s[\](){}.,;:^]*$/;

function* singleMarks(blocks: readonly MarkedBlock[]): Generator<{ number: number; id: string }> {
  for (const { text, marks } of blocks) {
    if (marks.length === 0) continue;
    const index = codePointIndex(text);
    for (const { start, end, ids } of marks) {
      const [id] = ids;
      if (id === undefined || ids.length !== 1) continue;
      const number = Number(oneNumber.exec(text.slice(index.toUnits(start), index.toUnits(end)))?.[1]);
      if (number > 0) yield { number, id };
    }
  }
}
