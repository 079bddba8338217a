import type { TextRange } from "@/lib/corpus/code-points";
import type { CorpusFault } from "@/lib/corpus/read-events";

/** Formats of full texts. Found by content, or named by the caller. */
export type DocumentFormat = "tei" | "jats" | "acm-cr" | "s2orc" | "unarxive" | "nougat" | "masterset";

/** Identifiers in their normal form (see identifiers.ts); absent where the file gives none. */
export type PaperIdentifiers = { doi?: string; arxiv?: string; corpusId?: string; pmid?: string };

/** An entry of the list of references. `title` is "" where the file has none; `raw` is the entry as printed. */
export type CorpusReference = PaperIdentifiers & {
  id: string;
  title: string;
  year: number | null;
  authors?: string[];
  venue?: string;
  raw?: string;
};

/**
 * One citation of one work: a group `[3, 5]` gives two, a range `[3]–[9]` seven. `start` and `end` are code points of the block's text
 * and `marker` is the text between them: the member's own span, or the range's for a member that a range only implies.
 * `referenceIds` holds the id of the cited reference (several only where the file says so itself), none where the target is unknown.
 */
export type CorpusCitation = { start: number; end: number; referenceIds: string[]; marker: string };

/** Where a block stands. Windows never leave a block. */
export type BlockKind = "abstract" | "paragraph" | "list" | "note" | "caption";

/**
 * A piece of text that belongs together: a paragraph, an item of a list, a footnote, a caption. `section` is the heading it stands under ("" where
 * there is none), `sectionPath` all headings from the outermost in. `text` is never altered after its offsets were taken.
 * `sentences` where the format marks them; they cover the text without gaps.
 */
export type CorpusBlock = {
  kind: BlockKind;
  section: string;
  sectionPath: string[];
  text: string;
  citations: CorpusCitation[];
  sentences?: TextRange[];
};

/** What made the file: travels to each item, as filter and stratum. `sha256` is that of the whole file, null where the caller knows none. */
export type DocumentProvenance = {
  format: DocumentFormat;
  tool: string | null;
  version: string | null;
  file: string;
  sha256: string | null;
};

/** What is wrong with a document that could be read none the less. `count` says how often. */
export type DocumentFault = CorpusFault & { code: string; count?: number };

/** One paper. `id` is the file's own (DOI, corpus id) or the stem of its name. `date` as far as known: YYYY, YYYY-MM or YYYY-MM-DD. */
export type CorpusDocument = PaperIdentifiers & {
  id: string;
  title: string;
  year: number | null;
  venue: string | null;
  authors?: string[];
  date?: string;
  fields?: string[];
  references: CorpusReference[];
  blocks: CorpusBlock[];
  provenance: DocumentProvenance;
  faults: DocumentFault[];
};

/** What a reader gets: the bytes without a byte order mark, and what to write into the provenance. */
export type DocumentSource = {
  bytes: AsyncIterable<Uint8Array>;
  file: string;
  sha256: string | null;
  /** For formats with many documents in a file: one that cannot be read is told here, and the next goes on. */
  onFault: (fault: CorpusFault) => void;
};

/** One format: how its start looks, and how it is read. A file that is refused whole is thrown as DocumentError. */
export type DocumentReader = {
  format: DocumentFormat;
  /** @param head the first 64 KB as text, its last characters may be cut; @param complete whether that is all */
  looksLike: (head: string, complete: boolean) => boolean;
  read: (source: DocumentSource) => AsyncGenerator<CorpusDocument>;
};

/** A file that is refused whole, with the place and the reason. Nothing of it was kept. */
export class DocumentError extends Error {
  override name = "DocumentError";
  readonly fault: CorpusFault;

  constructor(fault: CorpusFault) {
    super(fault.reason);
    this.fault = fault;
  }
}
