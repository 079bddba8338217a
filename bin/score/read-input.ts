import path from "node:path";
import { readRecordBatches } from "@/lib/corpus/read-records";
import { type Fault, ServiceError } from "@/lib/errors";
import { QrelsRecords, RunRecords } from "@/lib/scoring/collect-records";
import type { Qrels, Run } from "@/lib/scoring/data";
import type { LineReader, Reading } from "@/lib/scoring/line-reader";
import { readJsonRun } from "@/lib/scoring/read-json-run";
import { QrelsReader } from "@/lib/scoring/read-qrels";
import { TrecRunReader } from "@/lib/scoring/read-trec-run";
import { openFile, readLines } from "./read-lines";
import { readParquet } from "./read-parquet";

/** What a file holds, told by its content alone. */
type Kind = "parquet" | "json_run" | "records" | "lines";

export type Input<T> = { value: T; warnings: string[] };

/** Judgements: TREC, BEIR's TSV, JSON lines or Parquet. Throws a ServiceError with the lines of everything refused. */
export async function readQrels(file: string): Promise<Input<Qrels>> {
  const kind = await kindOf(file);
  if (kind === "json_run")
    throw refused(file, [{ line: 1, reason: "Judgements are TREC, BEIR TSV, JSON lines or Parquet." }]);
  if (kind === "lines") return accepted(file, await byLines(file, new QrelsReader()));

  return accepted(file, await byRecords(file, kind, new QrelsRecords()));
}

/** A run: TREC, BEIR's JSON, JSON lines or Parquet (MUSES: rank from 0, or score). Throws as readQrels does. */
export async function readRun(file: string): Promise<Input<Run>> {
  const kind = await kindOf(file);
  if (kind === "json_run") return accepted(file, readJsonRun(await wholeText(file)));
  if (kind === "lines") return accepted(file, await byLines(file, new TrecRunReader()));

  return accepted(file, await byRecords(file, kind, new RunRecords()));
}

/** The records of a table (JSON lines, JSON, CSV, TSV or Parquet) with their lines; for Parquet the line is the row. */
export async function eachRecord(
  file: string,
  kind: "parquet" | "records" | "table",
  add: (row: Record<string, unknown>, line: number) => void,
): Promise<string[]> {
  const notices: string[] = [];
  if (kind === "parquet") {
    for (const [index, row] of (await readParquet(file)).entries()) add(row, index + 1);
    return notices;
  }
  const faults: Fault[] = [];
  const options = {
    format: kind === "records" ? ("jsonl" as const) : ("auto" as const),
    fileName: path.basename(file),
  };
  for await (const batch of readRecordBatches(openFile(file), options)) {
    for (const event of batch) {
      if (event.kind === "fault") faults.push(event.fault);
      else if (event.kind === "notice") notices.push(event.reason);
      else if (event.kind === "record") add(event.record.value, event.record.line);
    }
  }
  if (faults.length > 0) throw refused(file, faults);

  return notices;
}

/** Parquet, a JSON run, JSON lines, or lines of fields, by the first bytes. */
export async function kindOf(file: string): Promise<Kind> {
  let head = "";
  for await (const chunk of openFile(file)) {
    head += new TextDecoder("latin1").decode(chunk);
    if (head.length >= 65536) break;
  }
  const text = head.replace(/^\u00EF\u00BB\u00BF/, "").trimStart();
  if (head.startsWith("PAR1")) return "parquet";
  if (!text.startsWith("{")) return "lines";

  return /^\{[ \t\r\n]*(\}|"(?:[^"\\]|\\.)*"[ \t\r\n]*:[ \t\r\n]*\{)/.test(text) ? "json_run" : "records";
}

async function byLines<T>(file: string, reader: LineReader<T>): Promise<Reading<T>> {
  await readLines(file, (line) => reader.push(line));

  return reader.finish();
}

async function byRecords<T>(
  file: string,
  kind: "parquet" | "records",
  collector: { add(row: Record<string, unknown>, line: number): void; finish(): Reading<T> },
): Promise<Reading<T>> {
  const notices = await eachRecord(file, kind, (row, line) => collector.add(row, line));
  const reading = collector.finish();

  return { ...reading, warnings: [...notices, ...reading.warnings] };
}

async function wholeText(file: string): Promise<string> {
  const lines: string[] = [];
  await readLines(file, (line) => lines.push(line));

  return lines.join("\n");
}

function accepted<T>(file: string, reading: Reading<T>): Input<T> {
  if (reading.totalFaults > 0) throw refused(file, reading.faults, reading.totalFaults);

  return { value: reading.value, warnings: reading.warnings.map((warning) => `${file}: ${warning}`) };
}

const SHOWN = 20;

/** What was refused, with the places, as one error for people. */
export function refused(file: string, faults: readonly Fault[], total = faults.length): ServiceError {
  const things = total === 1 ? "one thing" : `${total} things`;

  return new ServiceError("bad_input", `Nothing was scored: ${file} has ${things} to put right.`, {
    faults: faults.slice(0, SHOWN).map((fault) => ({ ...fault, file })),
    total,
  });
}
