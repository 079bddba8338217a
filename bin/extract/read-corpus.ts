import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { UsageError } from "@/bin/command";
import { type CorpusDocument, DocumentError, type DocumentFormat } from "@/lib/corpus/documents/document";
import { documentReaders } from "@/lib/corpus/documents/document-readers";
import { readDocuments } from "@/lib/corpus/documents/read-documents";
import type { CorpusFault } from "@/lib/corpus/read-events";

/** What was read of a corpus so far. A failed file gave nothing; a fault is of one document of a file of many. */
export type CorpusReading = {
  files: number;
  documents: number;
  bytes: number;
  failed: (CorpusFault & { file: string })[];
  faults: (CorpusFault & { file: string })[];
  /** Papers whose id another paper had before, with the id that they have here. */
  renamed: { file: string; from: string; to: string }[];
};

const MOST_FAULTS = 1_000;
const EVERY_MS = 250;

/** The format that --format names. */
export function formatOf(name = "auto"): "auto" | DocumentFormat {
  const known = documentReaders.map((reader) => reader.format);
  const format = known.find((one) => one === name);
  if (name !== "auto" && !format) throw new UsageError(`--format ${name}: there are auto, ${known.join(", ")}.`);

  return format ?? "auto";
}

export function startReading(): CorpusReading {
  return { files: 0, documents: 0, bytes: 0, failed: [], faults: [], renamed: [] };
}

/** The full texts of files, one after another. A bad file is noted, and the next goes on. Progress goes to a terminal. */
export async function* readCorpus(
  files: readonly string[],
  format: "auto" | DocumentFormat,
  reading: CorpusReading,
): AsyncGenerator<CorpusDocument> {
  const progress = showProgress(files.length, reading);
  const ids = new Set<string>();
  for (const file of files) {
    const name = file.replaceAll("\\", "/");
    try {
      const sha256 = await sha256Of(file);
      const options = {
        file: name,
        format,
        sha256,
        onFault: (fault: CorpusFault) => note(reading.faults, name, fault),
      };
      for await (const document of readDocuments(counted(file, reading), options)) {
        reading.documents++;
        progress(false);
        const id = freeId(document.id, ids);
        if (id !== document.id) reading.renamed.push({ file: name, from: document.id, to: id });
        yield id === document.id ? document : { ...document, id };
      }
    } catch (error) {
      const known = error instanceof DocumentError || isFileError(error);
      if (!known) throw error;
      note(reading.failed, name, error instanceof DocumentError ? error.fault : { reason: error.message });
    }
    reading.files++;
  }
  progress(true);
}

/** An id of its own for every paper, so that the keys of items are different. */
function freeId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let n = 2; ids.has(id); n++) id = `${wanted}-${n}`;
  ids.add(id);

  return id;
}

function note(list: CorpusReading["faults"], file: string, fault: CorpusFault): void {
  if (list.length < MOST_FAULTS) list.push({ ...fault, file });
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

async function* counted(file: string, reading: CorpusReading): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    reading.bytes += chunk.length;
    yield chunk;
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) hash.update(chunk);

  return hash.digest("hex");
}

function showProgress(all: number, reading: CorpusReading): (end: boolean) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let last = 0;

  return (end) => {
    const now = performance.now();
    if (!end && now - last < EVERY_MS) return;
    last = now;
    const megabytes = (reading.bytes / 1e6).toFixed(1);
    const text = `${reading.files} of ${all} files, ${megabytes} MB, ${reading.documents} documents`;
    process.stderr.write(`\r${text.padEnd(72)}${end ? "\n" : ""}`);
  };
}

/** Files and documents that could not be read, to stderr; whether there were any. */
export function sayFaults({ files, failed, faults, renamed }: CorpusReading): boolean {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  for (const { file, from, to } of renamed) say(`${file}: another paper has the id ${from}; this one is ${to} here.`);
  for (const { file, line, column, reason } of [...failed, ...faults])
    say(`${[file, line, column].filter((part) => part !== undefined).join(":")}: ${reason}`);
  if (failed.length > 0) say(`${failed.length} of ${files} files could not be read; the others were.`);
  if (faults.length > 0) say(`${faults.length} ${faults.length === 1 ? "document" : "documents"} left out.`);

  return failed.length + faults.length > 0;
}
