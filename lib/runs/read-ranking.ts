import { peekHead } from "@/lib/corpus/byte-blocks";
import { ParquetFault, readParquet } from "@/lib/corpus/read-parquet";
import { readRecordBatches } from "@/lib/corpus/read-records";
import { isParquet } from "@/lib/corpus/read-table";
import type { Fault } from "@/lib/errors";
import { QrelsRecords, RunRecords } from "@/lib/scoring/collect-records";
import type { Qrels, Run } from "@/lib/scoring/data";
import type { LineReader, Reading } from "@/lib/scoring/line-reader";
import { readJsonRun } from "@/lib/scoring/read-json-run";
import { QrelsReader } from "@/lib/scoring/read-qrels";
import { TrecRunReader } from "@/lib/scoring/read-trec-run";
import { eachLine, NotUtf8 } from "./text-lines";
import type { RunFormat } from "./wire";

/** What a file held. With faults the value is of no use: nothing is taken from half a file. */
export type Read<T> = {
  value: T;
  format: RunFormat;
  warnings: readonly string[];
  faults: readonly Fault[];
  totalFaults: number;
};

/** Judgements: TREC, BEIR's TSV, JSON lines or Parquet, told by content. */
export async function readQrels(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read<Qrels>> {
  return read(bytes, fileName, new QrelsReader(), new QrelsRecords(), () => ({
    value: new Map(),
    warnings: [],
    faults: [{ line: 1, reason: "Judgements are TREC, BEIR TSV, JSON lines or Parquet." }],
    totalFaults: 1,
  }));
}

/** A run: TREC, BEIR's JSON, JSON lines, or Parquet (MUSES: rank from 0, or score), told by content. */
export async function readRun(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read<Run>> {
  return read(bytes, fileName, new TrecRunReader(), new RunRecords(), readJsonRun);
}

type Collector<T> = { add(row: Record<string, unknown>, line: number): void; finish(): Reading<T> };

async function read<T>(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  lines: LineReader<T>,
  records: Collector<T>,
  json: (text: string) => Reading<T>,
): Promise<Read<T>> {
  const { head, blocks } = await peekHead(bytes);
  const format = formatOf(head);
  try {
    if (format === "trec") {
      await eachLine(blocks, (line) => lines.push(line));
      return { ...lines.finish(), format };
    }
    if (format === "beir_json") {
      const whole: string[] = [];
      await eachLine(blocks, (line) => whole.push(line));
      return { ...json(whole.join("\n")), format };
    }

    return { ...(await byRecords(blocks, fileName, format, records)), format };
  } catch (error) {
    const empty = records.finish().value;
    if (error instanceof NotUtf8) return refused(empty, format, { line: error.line, reason: error.message });
    if (error instanceof ParquetFault) return refused(empty, format, { reason: error.message });
    throw error;
  } finally {
    await blocks.return(undefined);
  }
}

function refused<T>(value: T, format: RunFormat, fault: Fault): Read<T> {
  return { value, format, warnings: [], faults: [fault], totalFaults: 1 };
}

async function byRecords<T>(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  format: "parquet" | "jsonl",
  collector: Collector<T>,
): Promise<Omit<Read<T>, "format">> {
  const notices: string[] = [];
  const faults: Fault[] = [];
  if (format === "parquet") {
    for await (const batch of readParquet(bytes)) for (const { line, value } of batch) collector.add(value, line);
  } else {
    for await (const batch of readRecordBatches(bytes, { format, fileName })) {
      for (const event of batch) {
        if (event.kind === "fault") faults.push(event.fault);
        else if (event.kind === "notice") notices.push(event.reason);
        else if (event.kind === "record") collector.add(event.record.value, event.record.line);
      }
    }
  }
  const reading = collector.finish();
  // What follows from a record that could not be read says nothing new.
  if (faults.length > 0) return { value: reading.value, warnings: notices, faults, totalFaults: faults.length };

  return { ...reading, warnings: [...notices, ...reading.warnings] };
}

/** Parquet, a JSON run, JSON lines, or lines of fields, by the first bytes. */
function formatOf(head: Uint8Array): RunFormat {
  if (isParquet(head)) return "parquet";
  const text = new TextDecoder("utf-8").decode(head).trimStart();
  if (!text.startsWith("{")) return "trec";

  return /^\{[ \t\r\n]*(\}|"(?:[^"\\]|\\.)*"[ \t\r\n]*:[ \t\r\n]*\{)/.test(text) ? "beir_json" : "jsonl";
}
