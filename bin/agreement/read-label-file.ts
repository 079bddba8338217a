import { peekHead } from "@/lib/corpus/byte-blocks";
import { CsvTokenizer } from "@/lib/corpus/csv-tokenizer";
import { guessCsvSeparator } from "@/lib/corpus/guess-csv";
import type { CorpusFault, CorpusRecord, RecordFormat } from "@/lib/corpus/read-events";
import { readRecordBatches } from "@/lib/corpus/read-records";
import { bomLength, guessFormat } from "@/lib/corpus/sniff";
import { ServiceError } from "@/lib/errors";
import { LongCollector, type RawLabels, WideCollector } from "./collect-labels";

export type FileOptions = {
  fileName: string;
  format?: "long" | "wide";
  /** Wide files: the column with the items' ids. */
  item?: string;
  cluster?: string;
};

const SHOWN = 20;

/**
 * Reads a file of labels, long or wide, from CSV, TSV or JSON lines. Texts stay as they stand; an empty cell of a table
 * is a missing label, in JSON null or no key is. Throws a ServiceError that names the lines of everything refused.
 */
export async function readLabelFile(bytes: AsyncIterable<Uint8Array>, options: FileOptions): Promise<RawLabels> {
  const { head, complete, blocks } = await peekHead(bytes);
  const sample = new TextDecoder("utf-8", { ignoreBOM: true }).decode(head.subarray(bomLength(head)));
  const guessed = guessFormat(sample, complete);
  // A table whose header reads like a line of qrels ("item 1 2") is still a table.
  const format: "auto" | RecordFormat = guessed === "xml" ? "auto" : guessed === "qrels" ? "csv" : guessed;
  const table = format === "csv";
  const faults: CorpusFault[] = [];
  let collector: LongCollector | WideCollector | undefined;
  for await (const batch of readRecordBatches(blocks, { format, fileName: options.fileName })) {
    for (const event of batch) {
      if (event.kind === "fault") faults.push(event.fault);
      if (event.kind !== "record") continue;
      collector ??= collectorFor(event.record, table ? headerOf(sample, complete) : undefined, options);
      collector.add(event.record);
    }
  }
  if (collector) faults.push(...collector.faults);
  if (faults.length > 0) throw refused(options.fileName, faults);
  if (!collector) throw new ServiceError("bad_input", `${options.fileName} has no rows of labels.`);
  const raw = collector.finish();
  if (collector.faults.length > 0) throw refused(options.fileName, collector.faults);

  return raw;
}

/** What was refused, with the places, as one error for people. */
export function refused(fileName: string, faults: readonly CorpusFault[]): ServiceError {
  const named = faults.map((fault) => ({ file: fileName, ...fault }));
  const things = faults.length === 1 ? "one thing" : `${faults.length} things`;

  return new ServiceError("bad_input", `Nothing was computed: ${fileName} has ${things} to put right.`, {
    faults: named.slice(0, SHOWN),
    total: faults.length,
  });
}

/** The header row itself: an object's keys would put raters named "1", "2" first. */
function headerOf(sample: string, complete: boolean): string[] | undefined {
  const tokenizer = new CsvTokenizer(guessCsvSeparator(sample, complete));
  for (const [index, line] of sample.split("\n").entries()) {
    const step = tokenizer.push(line, index + 1);
    if (step.kind === "row") return step.row.cells.map((cell, at) => cell.trim() || `column ${at + 1}`);
    if (step.kind === "fault") return undefined;
  }

  return undefined;
}

function collectorFor(first: CorpusRecord, header: string[] | undefined, options: FileOptions) {
  const keys = Object.keys(first.value);
  const columns = header ?? [...keys.filter((key) => !/^\d+$/.test(key)), ...keys.filter((key) => /^\d+$/.test(key))];
  const missing = ["item", "rater", "label"].filter((column) => !columns.includes(column));
  const long = options.format ? options.format === "long" : missing.length === 0;
  const table = header !== undefined;
  if (options.cluster !== undefined && !columns.includes(options.cluster)) {
    throw new ServiceError("bad_input", `There is no column ${options.cluster}. There are: ${columns.join(", ")}.`);
  }
  if (!long) return new WideCollector(columns, table, options);
  if (missing.length > 0) {
    const reason = `A long file needs the columns item, rater and label; ${missing.join(", ")} is missing.`;
    throw new ServiceError("bad_input", `${reason} There are: ${columns.join(", ")}.`);
  }

  return new LongCollector(table, options);
}
