import type { Marker } from "./marker";
import { commaBehind, markerTokens, nextToken } from "./opening-words";

type Node = { next: Map<string, Node>; marker: Marker | undefined };

/** Markers by their words, for the openings of sentences. */
export type MarkerTrie = Node;

/** A marker at the opening: its own text is [start, end), what remains of the sentence begins at `rest`. UTF-16 offsets. */
export type OpeningMatch = { marker: Marker; start: number; end: number; rest: number };

/**
 * Puts markers into a trie over words. Rejected ones are left out. O(words of all markers)
 *
 * @param markers with distinct normal forms (see checkLexicon); of two alike the later would win
 * @example matchOpening(buildMarkerTrie(markers), "To fix this, we prune.")?.marker.relation // "ADDRESS"
 */
export function buildMarkerTrie(markers: readonly Marker[]): MarkerTrie {
  const root: Node = { next: new Map(), marker: undefined };
  for (const marker of markers) {
    if (marker.status === "rejected") continue;
    let node = root;
    for (const word of markerTokens(marker.marker)) {
      let next = node.next.get(word);
      if (!next) {
        next = { next: new Map(), marker: undefined };
        node.next.set(word, next);
      }
      node = next;
    }
    node.marker = marker;
  }

  return root;
}

/**
 * The longest marker with which a sentence opens.
 *
 * @param sentence its text; @param from UTF-16 offset at which the opening begins (behind a list prefix)
 * @returns the match, or undefined. O(words of the longest marker): most sentences end at their first or second word
 * @example matchOpening(trie, "Specifically, we prune.") // { marker, start: 0, end: 12, rest: 14 }
 */
export function matchOpening(trie: MarkerTrie, sentence: string, from = 0): OpeningMatch | undefined {
  let node = trie;
  let found: OpeningMatch | undefined;
  let at = from;
  let start = -1;
  for (;;) {
    const token = nextToken(sentence, at);
    if (!token) return found;
    const next = node.next.get(token.text);
    if (!next) return found;
    if (start < 0) start = token.start;
    node = next;
    at = token.end;
    const { marker } = node;
    if (marker && (marker.comma === "optional" || commaBehind(sentence, at)))
      found = { marker, start, end: at, rest: restBehind(sentence, at) };
  }
}

/** Where the sentence goes on: behind the comma and white space. */
function restBehind(sentence: string, end: number): number {
  const behind = /[\s,]*/y;
  behind.lastIndex = end;
  behind.test(sentence);

  return behind.lastIndex;
}
