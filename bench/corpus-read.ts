// MB/s of the readers in lib/corpus, from memory, no database.
// npx esbuild bench/corpus-read.ts --bundle --platform=node --format=esm --outfile=.assay/bench/corpus-read.mjs && node .assay/bench/corpus-read.mjs [MB]
import { readRecordBatches, readRecords } from "@/lib/corpus/read-records";

const megabytes = Number(process.argv[2] ?? 64);
const sentence =
  "Following the approach of [REF_TARGET], we train a model on pairs of sentences and report its accuracy. ";
const CHUNK = 65_536;

function jsonLine(i: number): string {
  const context_text = sentence.repeat(1 + (i % 5));
  return JSON.stringify({
    context_id: `c${i}`,
    focal_corpusid: 1000 + i,
    candidate_corpusid: 2000 + i,
    context_text,
    p: i / 7,
    target_marker: "[REF_TARGET]",
  });
}

const cases: Record<
  string,
  { format: "auto"; text: (i: number) => string; open: string; join: string; close: string }
> = {
  "JSON lines": { format: "auto", text: jsonLine, open: "", join: "\n", close: "\n" },
  "JSON lines, accents": {
    format: "auto",
    text: (i) => jsonLine(i).replace("Following", "Nach Müller – folgend"),
    open: "",
    join: "\n",
    close: "\n",
  },
  "JSON array": { format: "auto", text: jsonLine, open: "[", join: ",\n", close: "]" },
  CSV: {
    format: "auto",
    text: (i) => `c${i},${i},"${sentence.repeat(1 + (i % 5))}",USES`,
    open: "id,n,text,label\n",
    join: "\n",
    close: "\n",
  },
  qrels: { format: "auto", text: (i) => `q${i % 500} 0 p${i} ${i % 4}`, open: "", join: "\n", close: "\n" },
};

function makeChunks(text: (i: number) => string, open: string, join: string, close: string): Uint8Array[] {
  const encoder = new TextEncoder();
  const rows: string[] = [];
  for (let i = 0, size = 0; size < 4_000_000; i++) {
    rows.push(text(i));
    size += (rows.at(-1) ?? "").length + join.length;
  }
  const part = encoder.encode(rows.join(join));
  const times = Math.ceil((megabytes * 1e6) / part.length);
  const all: Uint8Array[] = [encoder.encode(open)];
  for (let k = 0; k < times; k++) {
    if (k > 0) all.push(encoder.encode(join));
    for (let at = 0; at < part.length; at += CHUNK) all.push(part.subarray(at, at + CHUNK));
  }
  return [...all, encoder.encode(close)];
}

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Both clocks: on a busy machine only the rate per CPU second means anything. */
async function rate(bytes: number, run: () => Promise<void>): Promise<string> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return `${(bytes / 1e3 / (performance.now() - start)).toFixed(0)} MB/s (${(bytes / (user + system)).toFixed(0)} per CPU s)`;
}

for (const [name, { format, text, open, join, close }] of Object.entries(cases)) {
  const chunks = makeChunks(text, open, join, close);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const options = { format, fileName: "bench" };
  let records = 0;
  let faults = 0;
  const batches = await rate(bytes, async () => {
    for await (const batch of readRecordBatches(stream(chunks), options)) {
      for (const event of batch) event.kind === "record" ? records++ : event.kind === "fault" && faults++;
    }
  });
  let events = 0;
  const single = await rate(bytes, async () => {
    for await (const event of readRecords(stream(chunks), options)) if (event.kind === "record") events++;
  });
  const rss = Math.round(process.memoryUsage.rss() / 1e6);
  console.log(
    `${name.padEnd(20)} ${(bytes / 1e6).toFixed(0)} MB  ${records} records  batches ${batches}  one by one ${single}  faults ${faults}  rss ${rss} MB${events === records ? "" : "  COUNTS DIFFER"}`,
  );
}
