import { nextToken, type OpeningToken } from "./opening-words";

/** An opening has at most so many words before its comma. */
export const MOST_OPENING_WORDS = 7;

/**
 * The opening of a sentence: its words up to the first comma, where there are at most `most`. No opening where another sign comes first.
 *
 * @returns words in normal form, and the UTF-16 offset of the comma. O(most)
 * @example sentenceOpening("To fix this, we prune.") // { words: "to fix this", comma: 11 }
 */
export function sentenceOpening(
  sentence: string,
  from = 0,
  most = MOST_OPENING_WORDS,
): { words: string; comma: number } | undefined {
  const words: string[] = [];
  let token: OpeningToken | undefined;
  for (let at = from; words.length <= most; at = token.end) {
    token = nextToken(sentence, at);
    if (!token) return undefined;
    if (token.text === ",") return words.length === 0 ? undefined : { words: words.join(" "), comma: token.start };
    words.push(token.text);
  }

  return undefined;
}

/**
 * Counts texts in bounded memory (after lossy counting, Manku and Motwani 2002): counts are at most `error` too high, and every text that came
 * more than `error` times is kept. Exact while no more than `width` different texts came. O(1) a text on average
 *
 * @example const counter = new OpeningCounter(); counter.add("to fix this"); counter.top(400)
 */
export class OpeningCounter {
  total = 0;
  /** How much too high a count may be: 0 while all were kept. */
  error = 0;
  private readonly width: number;
  private readonly counts = new Map<string, number>();

  constructor(width = 500_000) {
    this.width = width;
  }

  add(text: string): void {
    this.total++;
    const count = this.counts.get(text);
    this.counts.set(text, (count ?? this.error) + 1);
    if (count === undefined && this.counts.size > this.width) this.prune();
  }

  /** The most frequent, most frequent first, then by their words. */
  top(most: number): { text: string; count: number }[] {
    return [...this.counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .slice(0, most);
  }

  private prune(): void {
    while (this.counts.size > this.width * 0.8) {
      this.error++;
      for (const [text, count] of this.counts) if (count <= this.error) this.counts.delete(text);
    }
  }
}
