import { sliceByCodePoints } from "@/lib/corpus/code-points";
import { blockSentences } from "@/lib/corpus/documents/block-sentences";
import type { CorpusBlock, CorpusDocument } from "@/lib/corpus/documents/document";

/** A sentence as it stands: raw text, and where it is in its block, in code points. White space behind it is off. */
export type PlacedSentence = { text: string; start: number; end: number };

/** Two sentences in a row within one block. */
export type AdjacentSentences = {
  block: CorpusBlock;
  blockIndex: number;
  first: PlacedSentence;
  second: PlacedSentence;
};

const surrogate = /[\ud800-\udfff]/;

/**
 * Every pair of adjacent sentences of a document, in order; never across blocks. Captions are passed over: their neighbours are no text.
 *
 * @example for (const { first, second } of adjacentSentences(document)) …
 */
export function* adjacentSentences(document: CorpusDocument): Generator<AdjacentSentences> {
  for (const [blockIndex, block] of document.blocks.entries()) {
    if (block.kind === "caption") continue;
    let first: PlacedSentence | undefined;
    for (const second of sentencesOf(block)) {
      if (first) yield { block, blockIndex, first, second };
      first = second;
    }
  }
}

/** The sentences of a block with their texts. O(n) @example sentencesOf(block)[0]?.text // "We prune it." */
export function sentencesOf(block: CorpusBlock): PlacedSentence[] {
  const { text } = block;
  const ranges = blockSentences(block);
  const slice = surrogate.test(text)
    ? (start: number, end: number) => sliceByCodePoints(text, start, end)
    : (start: number, end: number) => text.slice(start, end);
  const placed: PlacedSentence[] = [];
  for (const { start, end } of ranges) {
    const whole = slice(start, end);
    const trimmed = whole.trimEnd();
    if (trimmed !== "") placed.push({ text: trimmed, start, end: end - (whole.length - trimmed.length) });
  }

  return placed;
}
