import type { CorpusDocument } from "@/lib/corpus/documents/document";
import { documentItems } from "@/lib/corpus/documents/document-items";
import { buildMarkerTrie } from "@/lib/corpus/mining/marker-trie";
import { minePairs, startCounts } from "@/lib/corpus/mining/mine-document";
import { toPairItem } from "@/lib/corpus/mining/mining-items";
import type { DocumentTarget } from "./document-target";
import { readStarterLexicon } from "./starter-lexicon";

/** Makes what turns the papers of one import into items. Pairs are mined with the starter lexicon, distractors left aside. */
export async function itemsOfDocument(
  to: DocumentTarget,
  window: number,
): Promise<(document: CorpusDocument) => Iterable<Record<string, unknown>>> {
  if (to !== "marker-pair") return (document) => documentItems(document, { to, window });
  const trie = buildMarkerTrie(await readStarterLexicon());
  const counts = startCounts();

  return function* pairs(document) {
    for (const pair of minePairs(document, trie, counts)) {
      const item = toPairItem(pair);
      if (item) yield item;
    }
  };
}
