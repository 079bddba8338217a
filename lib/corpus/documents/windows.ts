import type { TextRange } from "@/lib/corpus/code-points";
import { hashText } from "@/lib/corpus/mining/hash-text";
import { blockSentences } from "./block-sentences";
import { type CodePointIndex, codePointIndex } from "./code-point-index";
import type { CorpusBlock, CorpusDocument } from "./document";

/**
 * One mention of one reference, in its window. `start` and `end` are code points of the block's text; `text` is the part between them, as it is there;
 * `target` is the mention's own span in `text` (code points), without separators and brackets that are not its own. `hash` says which
 * mentions share a passage.
 */
export type Mention = {
  referenceId: string;
  block: number;
  section: string;
  start: number;
  end: number;
  text: string;
  target: TextRange;
  marker: string;
  hash: string;
};

export type WindowOptions = { /** Sentences before and after the citing one; 0 to 20. */ window?: number };

/**
 * Every mention of every reference, in the order of the text: the citing sentence with the sentences around it, never beyond its block.
 *
 * @param options the width, 1 unless given: three sentences
 * @returns one a citation and reference; citations without a target are passed over (their number is a fault of the document). O(text + mentions)
 * @example [...citationMentions(document)].length // mentions
 */
export function* citationMentions(document: CorpusDocument, { window = 1 }: WindowOptions = {}): Generator<Mention> {
  for (const [at, block] of document.blocks.entries()) {
    if (!block.citations.some(({ referenceIds }) => referenceIds.length > 0)) continue;
    const index = codePointIndex(block.text);
    const sentences = sentencesInUnits(block, index);
    const section = sectionOf(block);
    let sentence = 0;
    let known: { from: number; to: number; text: string; hash: string; inside: CodePointIndex } | undefined;
    for (const citation of block.citations) {
      const unit = index.toUnits(citation.start);
      while (sentence + 1 < sentences.length && (sentences[sentence + 1]?.start ?? 0) <= unit) sentence++;
      const from = sentences[Math.max(0, sentence - window)]?.start ?? 0;
      const last = sentences[Math.min(sentences.length - 1, sentence + window)];
      // a citation that reaches into the next sentence takes it along
      const to = Math.max(last?.end ?? block.text.length, index.toUnits(citation.end));
      if (known?.from !== from || known.to !== to) {
        const text = block.text.slice(from, to).trimEnd();
        known = { from, to, text, hash: windowHash(text), inside: codePointIndex(text) };
      }
      const { text, inside } = known;
      const own = ownSpan(block.text, unit, index.toUnits(citation.end));
      for (const referenceId of citation.referenceIds)
        yield {
          referenceId,
          block: at,
          section,
          start: index.toPoints(from),
          end: index.toPoints(from + text.length),
          text,
          target: { start: inside.toPoints(own.start - from), end: inside.toPoints(own.end - from) },
          marker: block.text.slice(own.start, own.end),
          hash: known.hash,
        };
    }
  }
}

/** What the block stands under; for captions and notes without a heading what they are. */
function sectionOf({ section, kind }: CorpusBlock): string {
  if (section !== "") return section;
  return kind === "caption" ? "Caption" : kind === "note" ? "Note" : kind === "abstract" ? "Abstract" : "";
}

function sentencesInUnits(block: CorpusBlock, index: CodePointIndex): TextRange[] {
  return blockSentences(block).map(({ start, end }) => ({ start: index.toUnits(start), end: index.toUnits(end) }));
}

/** Two mentions in one passage have one hash, however it is spaced. @example windowHash("a  b") === windowHash("a b") // true */
export function windowHash(text: string): string {
  return hashText(text.normalize("NFC").replace(/\s+/g, " ").trim()).toString(36).padStart(11, "0");
}

const opening = "([{";
const closing = ")]}";

/** A mark without separators around it, and without brackets that open or close outside of it: `[1,` is `1`; `[12]` stays. UTF-16 units. */
function ownSpan(text: string, start: number, end: number): TextRange {
  let from = start;
  let to = end;
  for (;;) {
    const [first = "", last = ""] = [text.charAt(from), text.charAt(to - 1)];
    const inner = text.slice(from, to);
    if (to - from <= 1) break;
    if (/[\s,;:]/.test(last) || (closing.includes(last) && count(inner, opening) < count(inner, closing))) to--;
    else if (/[\s,;:]/.test(first) || (opening.includes(first) && count(inner, opening) > count(inner, closing)))
      from++;
    else break;
  }
  return to > from ? { start: from, end: to } : { start, end };
}

function count(text: string, characters: string): number {
  let found = 0;
  for (const character of text) if (characters.includes(character)) found++;
  return found;
}
