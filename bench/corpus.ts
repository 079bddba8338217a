// MB/s and peak memory of the readers of full texts, over a generated corpus, from memory: no database, no disk.
// npx esbuild bench/corpus.ts --bundle --platform=node --format=esm --outfile=.assay/bench/corpus.mjs && node .assay/bench/corpus.mjs [MB] [name]
import { documentItems } from "@/lib/corpus/documents/document-items";
import { readDocuments } from "@/lib/corpus/documents/read-documents";
import { splitSentences } from "@/lib/corpus/split-sentences";
import { corpusCases } from "./corpus-cases";

const megabytes = Number(process.argv[2] ?? 64);
const only = process.argv[3];

/** Both clocks: on a busy machine only the rate per CPU second means anything. Memory: the most above what stood at the start. */
async function measure(
  name: string,
  run: (limit: number) => Promise<{ bytes: number; counted: string }>,
): Promise<void> {
  if (only !== undefined && only !== name) return;
  await run(2e6);
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { bytes, counted } = await run(megabytes * 1e6);
  const { user, system } = process.cpuUsage(cpu);
  const wall = performance.now() - start;
  clearInterval(timer);
  peak = Math.max(peak, process.memoryUsage.rss());
  console.log(
    `${name.padEnd(34)} ${(bytes / 1e6).toFixed(0).padStart(6)} MB  ${(bytes / 1e3 / wall).toFixed(1).padStart(6)} MB/s  ${(bytes / (user + system)).toFixed(1).padStart(6)} per CPU s  +${((peak - before) / 1e6).toFixed(0)} MB  ${counted}`,
  );
}

async function* pieces(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}

/** Files one after another until so many bytes are read. */
async function readFiles(
  files: readonly Uint8Array[],
  limit: number,
  items: boolean,
): Promise<{ bytes: number; counted: string }> {
  let [bytes, documents, citations, made] = [0, 0, 0, 0];
  for (let i = 0; bytes < limit; i++) {
    const file = files[i % files.length];
    if (!file) break;
    bytes += file.length;
    for await (const document of readDocuments(pieces(file), { file: `paper${i}` })) {
      documents++;
      for (const block of document.blocks) citations += block.citations.length;
      if (items) for (const _ of documentItems(document, { to: "citation-role" })) made++;
    }
  }
  return { bytes, counted: `${documents} papers, ${citations} citations${items ? `, ${made} items` : ""}` };
}

for (const { name, files } of corpusCases()) {
  await measure(name, (limit) => readFiles(files, limit, false));
  await measure(`${name} to items`, (limit) => readFiles(files, limit, true));
}

await measure("sentences", async (limit) => {
  const paragraph =
    "We follow Ito et al. (2019) in Fig. 2, e.g. at .5 [3, 4]. It helps by 3.1 points. Is it so? We think so. ".repeat(
      6,
    );
  let [bytes, sentences] = [0, 0];
  for (; bytes < Math.min(limit, 50e6); bytes += paragraph.length) sentences += splitSentences(paragraph).length;
  return { bytes, counted: `${sentences} sentences` };
});
