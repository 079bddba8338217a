import path from "node:path";
import { readTable } from "@/lib/corpus/read-table";
import { type Fault, ServiceError } from "@/lib/errors";
import * as ranking from "@/lib/runs/read-ranking";
import type { Qrels, Run } from "@/lib/scoring/data";
import { openFile } from "./open-file";

export type Input<T> = { value: T; warnings: string[] };

/** Judgements: TREC, BEIR's TSV, JSON lines or Parquet. Throws a ServiceError with the lines of everything refused. */
export async function readQrels(file: string): Promise<Input<Qrels>> {
  return accepted(file, await ranking.readQrels(openFile(file), path.basename(file)));
}

/** A run: TREC, BEIR's JSON, JSON lines or Parquet (MUSES: rank from 0, or score). Throws as readQrels does. */
export async function readRun(file: string): Promise<Input<Run>> {
  return accepted(file, await ranking.readRun(openFile(file), path.basename(file)));
}

/** The records of a table (JSON lines, JSON, CSV, TSV or Parquet) with their lines; for Parquet the line is the row. */
export async function eachRecord(
  file: string,
  add: (row: Record<string, unknown>, line: number) => void,
): Promise<string[]> {
  const notices: string[] = [];
  const faults: Fault[] = [];
  for await (const batch of readTable(openFile(file), path.basename(file))) {
    for (const event of batch) {
      if (event.kind === "fault") faults.push(event.fault);
      else if (event.kind === "notice") notices.push(event.reason);
      else if (event.kind === "record") add(event.record.value, event.record.line);
    }
  }
  if (faults.length > 0) throw refused(file, faults);

  return notices;
}

function accepted<T>(file: string, read: ranking.Read<T>): Input<T> {
  if (read.totalFaults > 0) throw refused(file, read.faults, read.totalFaults);

  return { value: read.value, warnings: read.warnings.map((warning) => `${file}: ${warning}`) };
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
