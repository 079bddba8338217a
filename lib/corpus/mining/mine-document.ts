import { countCodePoints } from "@/lib/corpus/code-points";
import type { CorpusDocument, DocumentProvenance } from "@/lib/corpus/documents/document";
import { type AdjacentSentences, adjacentSentences } from "./adjacent-sentences";
import { capitalise, listPrefixLength, normaliseSentence, type SentenceFault, sentenceFault } from "./clean-sentence";
import { hashText } from "./hash-text";
import { type Marker, markerId } from "./marker";
import { type MarkerTrie, matchOpening, type OpeningMatch } from "./marker-trie";
import { RATIO_DATES, type Split, type SplitDates, splitOf } from "./temporal-split";

/**
 * One mined tuple (S1, marker, S2 without the marker). `raw` is the text as it stands, `normalised` see normaliseSentence, `shown` has a
 * capital at its start. Offsets are code points of the block: `s1` and `s2` are whole sentences, `marker` the connecting phrase.
 */
export type MinedPair = {
  pairId: string;
  corpusId: string;
  date: string | null;
  split: Split;
  fields: string[];
  section: string;
  block: number;
  relation: Marker["relation"];
  markerId: string;
  marker: string;
  markerRaw: string;
  origin: Marker["origin"];
  s1: { raw: string; normalised: string; shown: string };
  s2: { raw: string; normalised: string; shown: string };
  offsets: { s1: [number, number]; marker: [number, number]; s2: [number, number] };
  provenance: DocumentProvenance;
};

export type MiningOptions = { dates?: SplitDates };

/** What was read and what became of it. `left` says why pairs whose second sentence opened with a marker were left out. */
export type MiningCounts = {
  documents: number;
  pairsRead: number;
  fired: Map<string, number>;
  kept: Map<string, number>;
  left: Record<SentenceFault | "duplicate", number>;
  splits: Record<Split, number>;
};

/** Counts at zero, and the hashes of the pairs seen so far. One a run: duplicates are found across documents. */
export function startCounts(): MiningCounts & { seen: Set<number> } {
  return {
    documents: 0,
    pairsRead: 0,
    fired: new Map(),
    kept: new Map(),
    left: { short: 0, long: 0, malformed: 0, duplicate: 0 },
    splits: { train: 0, valid: 0, test: 0, undated: 0 },
    seen: new Set(),
  };
}

/**
 * The pairs of a document whose second sentence opens with a marker, distractors among them. A pair that stood before (same normalised
 * sentences and marker) is a duplicate. Deterministic: same documents in the same order, same pairs.
 *
 * @param counts is added to; see startCounts
 * @example for (const pair of minePairs(document, trie, startCounts())) …
 */
export function* minePairs(
  document: CorpusDocument,
  trie: MarkerTrie,
  counts: ReturnType<typeof startCounts>,
  { dates = RATIO_DATES }: MiningOptions = {},
): Generator<MinedPair> {
  counts.documents++;
  const date = document.date ?? (document.year === null ? null : String(document.year));
  const split = splitOf(date, dates);
  for (const adjacent of adjacentSentences(document)) {
    counts.pairsRead++;
    const { text } = adjacent.second;
    const match = matchOpening(trie, text, listPrefixLength(text));
    if (!match) continue;
    const name = match.marker.marker;
    counts.fired.set(name, (counts.fired.get(name) ?? 0) + 1);
    const s1 = normaliseSentence(adjacent.first.text);
    const s2 = normaliseSentence(text.slice(match.rest));
    const fault = sentenceFault(s1, "capital") ?? sentenceFault(s2) ?? duplicate(counts.seen, `${s1}\n${name}\n${s2}`);
    if (fault) {
      counts.left[fault]++;
      continue;
    }
    counts.kept.set(name, (counts.kept.get(name) ?? 0) + 1);
    counts.splits[split]++;
    yield toPair(document, adjacent, match, { s1, s2, date, split });
  }
}

function duplicate(seen: Set<number>, key: string): "duplicate" | undefined {
  const hash = hashText(key);
  if (seen.has(hash)) return "duplicate";
  seen.add(hash);

  return undefined;
}

function toPair(
  document: CorpusDocument,
  { block, blockIndex, first, second }: AdjacentSentences,
  { marker, start, end, rest }: OpeningMatch,
  given: { s1: string; s2: string; date: string | null; split: Split },
): MinedPair {
  const at = (unit: number) => second.start + countCodePoints(second.text.slice(0, unit));

  return {
    pairId: `${document.corpusId ?? document.id}:${blockIndex}:${second.start}`,
    corpusId: document.corpusId ?? document.id,
    date: given.date,
    split: given.split,
    fields: document.fields ?? [],
    section: block.section,
    block: blockIndex,
    relation: marker.relation,
    markerId: markerId(marker),
    marker: marker.marker,
    markerRaw: second.text.slice(start, end),
    origin: marker.origin,
    s1: { raw: first.text, normalised: given.s1, shown: capitalise(given.s1) },
    s2: { raw: second.text.slice(rest), normalised: given.s2, shown: capitalise(given.s2) },
    offsets: { s1: [first.start, first.end], marker: [at(start), at(end)], s2: [second.start, second.end] },
    provenance: document.provenance,
  };
}
