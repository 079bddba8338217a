import type { Marker } from "./marker";
import { buildMarkerTrie, type MarkerTrie, matchOpening } from "./marker-trie";
import { nextToken } from "./opening-words";
import { OpeningCounter, sentenceOpening } from "./sentence-openings";

/** A connective is extended by at most so many words up to a comma. */
export const MOST_ADDED_WORDS = 5;

/**
 * Finds what connectives such as "to address" are followed by up to a comma, over the sentences it is given.
 * Bare connectives (no word added) are not extensions. Memory is bounded as in OpeningCounter.
 *
 * @example const extender = new ConnectiveExtender(connectives); extender.add("To address this issue, we prune."); extender.markers(2)
 */
export class ConnectiveExtender {
  private readonly trie: MarkerTrie;
  private readonly counter: OpeningCounter;

  constructor(connectives: readonly Marker[], width?: number) {
    this.trie = buildMarkerTrie(connectives.map((one) => ({ ...one, comma: "optional" as const })));
    this.counter = new OpeningCounter(width);
  }

  /** @param sentence raw; @param from UTF-16 offset behind a list prefix */
  add(sentence: string, from = 0): void {
    const found = matchOpening(this.trie, sentence, from);
    if (!found) return;
    if (nextToken(sentence, found.end)?.text === ",") return;
    const added = sentenceOpening(sentence, found.end, MOST_ADDED_WORDS);
    if (added) this.counter.add(`${found.marker.marker} ${added.words}\n${found.marker.relation}`);
  }

  /**
   * The extended markers that came at least `least` times, most frequent first: unvetted, of origin `extended`.
   * `counts` are at most `error` too high.
   */
  markers(least: number, most = Number.MAX_SAFE_INTEGER): { markers: Marker[]; counts: number[]; error: number } {
    const found = this.counter.top(most).filter(({ count }) => count >= least);
    const markers = found.map(({ text }): Marker => {
      const [marker = "", relation] = text.split("\n");

      return {
        marker,
        relation: relation as Marker["relation"],
        origin: "extended",
        status: "unvetted",
        comma: "required",
      };
    });

    return { markers, counts: found.map(({ count }) => count), error: this.counter.error };
  }
}
