import { print, printJson, printTable } from "@/bin/command";
import { LineWriter } from "@/bin/extract/line-writer";
import { readCorpus, sayFaults, startReading } from "@/bin/extract/read-corpus";
import type { DocumentFormat } from "@/lib/corpus/documents/document";
import { lexiconTable } from "@/lib/corpus/mining/lexicon";
import { isRelation, type Marker } from "@/lib/corpus/mining/marker";
import { buildMarkerTrie } from "@/lib/corpus/mining/marker-trie";
import { minePairs, startCounts } from "@/lib/corpus/mining/mine-document";
import { toDistractor, toPairItem, toSample, toVettingItem } from "@/lib/corpus/mining/mining-items";
import { PairSampler } from "@/lib/corpus/mining/pair-sampler";
import type { SplitDates } from "@/lib/corpus/mining/temporal-split";

export type MineRequest = {
  files: readonly string[];
  format: "auto" | DocumentFormat;
  markers: readonly Marker[];
  dates: SplitDates;
  seed: string;
  pairs: number;
  out: string | undefined;
  distractors: string | undefined;
  vetting: string | undefined;
  json: boolean;
};

/** Pairs of adjacent sentences whose second opens with a marker, as items of marker-pair, one a line. Answers the exit code. */
export async function mineFiles(request: MineRequest): Promise<number> {
  const { files, format, markers, dates, json } = request;
  const reading = startReading();
  const counts = startCounts();
  const trie = buildMarkerTrie(markers);
  const sampler = new PairSampler(request.pairs, request.seed);
  const toStdout = request.out === undefined && !json;
  const pairs = toStdout || request.out !== undefined ? new LineWriter(request.out) : undefined;
  const pool = request.distractors === undefined ? undefined : new LineWriter(request.distractors);
  const vetting = request.vetting === undefined ? undefined : new LineWriter(request.vetting);
  const writers = [pairs, pool, vetting].filter((writer) => writer !== undefined);
  let items = 0;
  let distractors = 0;
  try {
    for await (const document of readCorpus(files, format, reading)) {
      for (const pair of minePairs(document, trie, counts, { dates })) {
        const item = toPairItem(pair);
        if (item) {
          if (vetting) sampler.add(pair.marker, pair.pairId, () => toSample(pair));
          items++;
          await pairs?.line(item);
        } else {
          distractors++;
          await pool?.line(toDistractor(pair));
        }
      }
    }
    for (const marker of markers) {
      const count = counts.fired.get(marker.marker) ?? 0;
      if (count > 0 && isRelation(marker.relation))
        await vetting?.line(toVettingItem({ ...marker, count }, sampler.pairs(marker.marker)));
    }
    for (const writer of writers) await writer.close();
  } catch (error) {
    for (const writer of writers) await writer.abandon();
    throw error;
  }

  const { documents, pairsRead, left, splits, fired, kept } = counts;
  const summary = {
    files: reading.files,
    documents,
    pairsRead,
    items,
    distractors,
    left,
    splits,
    lexicon: lexiconTable(markers, fired),
    markers: markers.map(({ marker, relation, origin }) => ({
      marker,
      relation,
      origin,
      fired: fired.get(marker) ?? 0,
      kept: kept.get(marker) ?? 0,
    })),
    failed: reading.failed,
    faults: reading.faults,
  };
  if (json) printJson(summary);
  else if (!toStdout) {
    print(`${items} pairs and ${distractors} distractors from ${pairsRead} pairs of sentences in ${documents} papers.`);
    print(
      `Left out: ${left.duplicate} duplicate, ${left.short} short, ${left.long} long, ${left.malformed} malformed. ` +
        `Split: ${splits.train} train, ${splits.valid} validation, ${splits.test} test, ${splits.undated} without a date.`,
    );
    printTable(summary.lexicon);
  }

  return sayFaults(reading) ? 1 : 0;
}
