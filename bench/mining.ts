// JSON full texts read, and pairs mined from them: MB/s and peak memory over a generated corpus, and what mining costs over splitting alone.
// npx esbuild bench/mining.ts --bundle --platform=node --format=esm --outfile=.assay/bench/mining.mjs && node .assay/bench/mining.mjs [MB]
import type { CorpusDocument } from "@/lib/corpus/documents/document";
import { readDocuments } from "@/lib/corpus/documents/read-documents";
import { sentencesOf } from "@/lib/corpus/mining/adjacent-sentences";
import type { Marker } from "@/lib/corpus/mining/marker";
import { buildMarkerTrie } from "@/lib/corpus/mining/marker-trie";
import { minePairs, startCounts } from "@/lib/corpus/mining/mine-document";

const megabytes = Number(process.argv[2] ?? 1000);
const CHUNK = 65_536;
const MARKERS = 4_000;
const PAPERS = 64;

// one sentence in twelve opens with a marker, as in full texts of several fields
const plain = [
  "We",
  "The model",
  "This method",
  "A second network",
  "In Fig. 2 it",
  "Our baseline",
  "Each layer",
  "Here it",
  "It also",
  "The rest",
  "Every paper",
];
const openings = [...plain, ...plain, "Specifically, it", "However, the model"];
const verbs = ["reads", "keeps", "drops", "ranks", "joins", "splits"];
const things = [
  "every other layer of the cache",
  "pairs of long sentences",
  "the graph of cited works",
  "rare words of a text",
];

/** A paper of about 60 KB whose sentences differ, with a citation in every fourth one. */
function paper(n: number): string {
  let state = n + 1;
  const pick = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return list[(state >>> 16) % list.length] as T;
  };
  const body_text = Array.from({ length: 60 }, (_, p) => {
    let text = "";
    const cite_spans: object[] = [];
    for (let s = 0; s < 8; s++) {
      text += `${pick(openings)} ${pick(verbs)} ${pick(things)} and ${pick(verbs)} ${pick(things)}, with ${n}.${p} of ${s}`;
      if (s % 4 === 0) {
        const mark = `[${1 + ((p + s) % 40)}]`;
        cite_spans.push({
          start: text.length + 1,
          end: text.length + 1 + mark.length,
          text: mark,
          ref_id: `BIBREF${(p + s) % 40}`,
        });
        text += ` ${mark}`;
      }
      text += ". ";
    }
    return {
      text: text.trimEnd(),
      cite_spans,
      ref_spans: [],
      section: `Section ${p % 6}`,
      sec_num: String(1 + (p % 6)),
    };
  });
  const entries = Array.from({ length: 40 }, (_, i) => [
    `BIBREF${i}`,
    { ref_id: `b${i}`, title: `Title ${i}`, year: 2000 + (i % 20), authors: [{ first: "A", middle: [], last: "Lee" }] },
  ]);
  return JSON.stringify({
    paper_id: `p${n}`,
    metadata: { title: `T ${n}`, year: "2024" },
    abstract: [],
    body_text,
    bib_entries: Object.fromEntries(entries),
  });
}

const part = new TextEncoder().encode(`${Array.from({ length: PAPERS }, (_, n) => paper(n)).join("\n")}\n`);

async function* corpus(size: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < size; sent += part.length)
    for (let at = 0; at < part.length; at += CHUNK) yield part.subarray(at, at + CHUNK);
}

function markers(): Marker[] {
  const all = Array.from(
    { length: MARKERS - 3 },
    (_, i) => `to ${["solve", "fix", "meet"][i % 3]} this ${"issue gap case".split(" ")[i % 3]} number ${i}`,
  );
  return [...all, "specifically", "however", "to solve this issue"].map((marker) => ({
    marker,
    relation: "ADDRESS",
    origin: "manual",
    status: "unvetted",
    comma: "required",
  }));
}

async function read(
  size: number,
  each: (document: CorpusDocument) => void,
): Promise<{ rate: number; memory: number[] }> {
  const memory: number[] = [];
  let documents = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  for await (const document of readDocuments(corpus(size), { file: "bench" })) {
    each(document);
    if (++documents % Math.ceil((size / part.length / 8) * PAPERS) === 0)
      memory.push(Math.round(process.memoryUsage.rss() / 1e6));
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `  ${documents} papers, ${(size / 1e6 / seconds).toFixed(0)} MB/s (${(size / (user + system)).toFixed(0)} per CPU s), rss by eighths: ${memory.join(" ")} MB`,
  );
  return { rate: size / 1e6 / seconds, memory };
}

console.log(`${PAPERS} papers of ${(part.length / PAPERS / 1e3).toFixed(0)} KB, again and again`);
console.log(`JSON lines to documents, ${megabytes} MB`);
await read(megabytes * 1e6, () => undefined);
const trie = buildMarkerTrie(markers());
console.log(`mined with ${MARKERS} markers, ${megabytes} MB`);
const counts = startCounts();
let pairs = 0;
await read(megabytes * 1e6, (document) => {
  for (const _ of minePairs(document, trie, counts)) pairs++;
});
console.log(`  ${counts.pairsRead} pairs read, ${pairs} kept, ${counts.left.duplicate} duplicates`);

const documents: CorpusDocument[] = [];
for await (const document of readDocuments(corpus(part.length), { file: "bench" })) documents.push(document);
function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const split: number[] = [];
const mined: number[] = [];
for (let round = 0; round < 15; round++) {
  split.push(
    cpuMs(() =>
      documents.forEach((document) => {
        for (const block of document.blocks) sentencesOf(block);
      }),
    ),
  );
  mined.push(
    cpuMs(() =>
      documents.forEach((document) => {
        for (const _ of minePairs(document, trie, startCounts()));
      }),
    ),
  );
}
const median = (list: number[]) => list.toSorted((a, b) => a - b)[7] ?? 0;
console.log(
  `splitting alone ${median(split).toFixed(0)} ms, with mining ${median(mined).toFixed(0)} ms: ${((median(mined) / median(split) - 1) * 100).toFixed(1)} % more (CPU, median of 15)`,
);
