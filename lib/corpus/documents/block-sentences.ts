import type { TextRange } from "@/lib/corpus/code-points";
import { splitSentences } from "@/lib/corpus/split-sentences";
import { codePointIndex } from "./code-point-index";
import type { CorpusBlock } from "./document";

const numeric = /^[\s[\](),;.\d\u2010-\u2015\u2212-]+$/;
const betweenMarks = /^[\s,;\u2010-\u2015-]{0,3}$/;

/**
 * The sentences of a block: those that the file marks, else by splitSentences with what the block knows of its citations: their stops end nothing,
 * and numbers printed behind a stop ("… in patients. [1, 4] However …") belong to the sentence before them.
 *
 * @returns ranges in code points that follow each other and cover the text. O(text)
 * @example blockSentences({ text: "So it is. [1,[4] We go on.", citations, … }).length // 2
 */
export function blockSentences({ text, citations, sentences }: CorpusBlock): TextRange[] {
  if (sentences) return sentences;
  if (citations.length === 0) return splitSentences(text);
  const { toUnits } = codePointIndex(text);
  const pieces: string[] = [];
  let at = 0;
  for (let i = 0; i < citations.length; ) {
    const start = toUnits(citations[i]?.start ?? 0);
    let end = start;
    let numbers = true;
    for (; i < citations.length; i++) {
      const next = citations[i];
      if (!next) break;
      const from = toUnits(next.start);
      if (from > end && end > start && !betweenMarks.test(text.slice(end, from))) break;
      end = Math.max(end, toUnits(next.end));
      numbers &&= numeric.test(next.marker);
    }
    if (start < at) continue;
    const before = text.slice(at, start);
    const run = text.slice(start, end);
    const behind =
      numbers &&
      /[.!?]["\u201d]?\s?$/.test(before) &&
      /^\s*(?:$|[.,;\])]{0,2}\s+["\u201c(]?\p{Lu})/u.test(text.slice(end, end + 20));
    if (behind) pieces.push(before.replace(/[.!?](?=["\u201d]?\s?$)/, "x"), `${"x".repeat(run.length - 1)}.`);
    else pieces.push(before, run.replace(/[.!?]/g, "x"));
    at = end;
  }
  return splitSentences(pieces.join("") + text.slice(at));
}
