import { printJson } from "@/bin/command";
import { LineWriter } from "@/bin/extract/line-writer";
import { readCorpus, sayFaults, startReading } from "@/bin/extract/read-corpus";
import type { DocumentFormat } from "@/lib/corpus/documents/document";
import { adjacentSentences } from "@/lib/corpus/mining/adjacent-sentences";
import { listPrefixLength, normaliseSentence } from "@/lib/corpus/mining/clean-sentence";
import type { Marker } from "@/lib/corpus/mining/marker";
import { toVettingItem } from "@/lib/corpus/mining/mining-items";
import { PairSampler } from "@/lib/corpus/mining/pair-sampler";
import { OpeningCounter, sentenceOpening } from "@/lib/corpus/mining/sentence-openings";

export type DiscoverRequest = {
  files: readonly string[];
  format: "auto" | DocumentFormat;
  /** Markers that are in a lexicon already: nobody has to look for them. */
  known: readonly Marker[];
  top: number;
  pairs: number;
  seed: string;
  out: string | undefined;
  json: boolean;
};

/**
 * The commonest openings of at most seven words up to a comma, each with sampled pairs, as items of marker-vetting. The files are read
 * twice: to count, then to sample, so that memory does not grow with the corpus. Answers the exit code.
 */
export async function discoverOpenings(request: DiscoverRequest): Promise<number> {
  const { files, format, known, top, pairs, seed, out, json } = request;
  const reading = startReading();
  const passed = new Set(known.map(({ marker }) => marker));
  const counter = new OpeningCounter();
  for await (const document of readCorpus(files, format, reading))
    for (const { second } of adjacentSentences(document)) {
      const opening = sentenceOpening(second.text, listPrefixLength(second.text));
      if (opening && !passed.has(opening.words)) counter.add(opening.words);
    }
  const found = counter.top(top);
  const wanted = new Set(found.map(({ text }) => text));
  const sampler = new PairSampler(pairs, seed);
  for await (const document of readCorpus(files, format, startReading()))
    for (const { block, blockIndex, first, second } of adjacentSentences(document)) {
      const words = sentenceOpening(second.text, listPrefixLength(second.text))?.words;
      if (words === undefined || !wanted.has(words)) continue;
      const id = `${document.corpusId ?? document.id}:${blockIndex}:${second.start}`;
      sampler.add(words, id, () => ({
        id,
        section: block.section,
        s1: normaliseSentence(first.text),
        s2: normaliseSentence(second.text),
      }));
    }
  const writer = json && out === undefined ? undefined : new LineWriter(out);
  try {
    for (const { text, count } of found)
      await writer?.line(toVettingItem({ marker: text, count }, sampler.pairs(text)));
    await writer?.close();
  } catch (error) {
    await writer?.abandon();
    throw error;
  }
  if (json)
    printJson({
      files: reading.files,
      documents: reading.documents,
      openings: counter.total,
      countsTooHighBy: counter.error,
      found: found.map(({ text, count }) => ({ opening: text, count })),
      failed: reading.failed,
      faults: reading.faults,
    });

  return sayFaults(reading) ? 1 : 0;
}
