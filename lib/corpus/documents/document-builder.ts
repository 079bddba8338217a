import type { TextRange } from "@/lib/corpus/code-points";
import { assembleDocument, type MarkedBlock } from "./assemble-document";
import { BlockText } from "./block-text";
import {
  type BlockKind,
  type CorpusDocument,
  type CorpusReference,
  DocumentError,
  type DocumentFault,
  type DocumentProvenance,
  type PaperIdentifiers,
} from "./document";
import type { RawMark } from "./expand-citations";
import { SectionTrail } from "./section-trail";

const MAX_BLOCKS = 100_000;
const MAX_MARKS = 300_000;
const MAX_REFERENCES = 50_000;

type OpenBlock = {
  place: number;
  kind: BlockKind;
  sectionPath: string[];
  text: BlockText;
  marks: RawMark[];
  mark: { start: number; ids: readonly string[] } | undefined;
  sentences: number[];
};
type RawBlock = MarkedBlock & { place: number };

/** What a document's front says of itself. */
export type PaperFacts = PaperIdentifiers & {
  title?: string;
  year?: number;
  venue?: string;
  date?: string;
  authors: string[];
  fields: string[];
};

/**
 * Gathers one document while a structured file is read: blocks open and close, a block inside a block (a list in a paragraph) is a block of its own.
 * `finish` resolves numbers, ranges and groups, once all references are known.
 */
export class DocumentBuilder {
  readonly facts: PaperFacts = { authors: [], fields: [] };
  readonly references: CorpusReference[] = [];
  /** Printed labels of references by id. */
  readonly labels = new Map<string, string>();
  readonly sections = new SectionTrail();
  readonly faults: DocumentFault[] = [];
  private readonly open: OpenBlock[] = [];
  private readonly blocks: RawBlock[] = [];
  private opened = 0;
  private marks = 0;

  /** Whether text now goes into a block. */
  get inBlock(): boolean {
    return this.open.length > 0;
  }

  openBlock(kind: BlockKind, sectionPath: string[] = this.sections.path()): void {
    if (++this.opened > MAX_BLOCKS) throw new DocumentError({ reason: `More than ${MAX_BLOCKS} paragraphs.` });
    const place = this.opened;
    this.open.push({ place, kind, sectionPath, text: new BlockText(), marks: [], mark: undefined, sentences: [] });
  }

  closeBlock(): void {
    const block = this.open.pop();
    if (!block) return;
    this.open.at(-1)?.text.blank();
    const text = block.text.finish();
    if (text === "") return;
    const { place, kind, sectionPath, marks } = block;
    const sentences = rangesFrom(block.sentences, block.text.endOffset());
    const section = sectionPath.at(-1) ?? "";
    this.blocks.push({ place, kind, section, sectionPath, text, marks, ...(sentences && { sentences }) });
  }

  text(text: string): void {
    this.open.at(-1)?.text.append(text);
  }

  /** White space that the file writes as an element (a line break). */
  blank(): void {
    this.open.at(-1)?.text.blank();
  }

  openSentence(): void {
    const block = this.open.at(-1);
    block?.sentences.push(block.text.nextOffset());
  }

  openMark(ids: readonly string[]): void {
    const block = this.open.at(-1);
    if (!block || block.mark) return;
    if (++this.marks > MAX_MARKS) throw new DocumentError({ reason: `More than ${MAX_MARKS} citations.` });
    block.mark = { start: block.text.nextOffset(), ids };
  }

  closeMark(): void {
    const block = this.open.at(-1);
    if (!block?.mark) return;
    const { start, ids } = block.mark;
    block.mark = undefined;
    const end = block.text.endOffset();
    if (end > start) block.marks.push({ start, end, ids });
  }

  addReference(reference: CorpusReference, label?: string): void {
    if (this.references.length >= MAX_REFERENCES)
      throw new DocumentError({ reason: `More than ${MAX_REFERENCES} references.` });
    this.references.push(reference);
    if (label !== undefined) this.labels.set(reference.id, label);
  }

  /** @param id of the document; @throws DocumentError where nothing was read */
  finish(id: string, provenance: DocumentProvenance): CorpusDocument {
    while (this.inBlock) this.closeBlock();
    if (this.blocks.length === 0 && this.references.length === 0)
      throw new DocumentError({ reason: "The document has neither text nor references." });
    const blocks = this.blocks.sort((a, b) => a.place - b.place).map(({ place: _, ...block }) => block);
    const { title = "", year, venue, authors, fields, ...identifiers } = this.facts;
    return assembleDocument({
      id,
      title,
      year: year ?? null,
      venue: venue ?? null,
      ...(authors.length > 0 && { authors }),
      ...(fields.length > 0 && { fields }),
      ...identifiers,
      references: this.references,
      labels: this.labels,
      blocks,
      provenance,
      faults: this.faults,
    });
  }
}

/** Sentences that the file marks, from each start to the next; none where the text begins outside of one. */
function rangesFrom(starts: readonly number[], end: number): TextRange[] | undefined {
  if (starts[0] !== 0) return undefined;
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? end })).filter((range) => range.end > range.start);
}
