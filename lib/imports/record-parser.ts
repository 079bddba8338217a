import type { ImportedLabels } from "@/lib/codebooks/derive-from-imported";
import { labelColumns } from "@/lib/codebooks/find-label-column";
import { columnFor, keyOfRecord, type LabelMapping, labelColumnsOf, scalar } from "@/lib/codebooks/import-columns";
import type { Codebook } from "@/lib/codebooks/schema";
import { fileStem } from "@/lib/corpus/masterset";
import { type ExtraColumns, extraColumns } from "./read-extras";
import type { FileRecord } from "./read-files";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";

export type RecordReading = {
  codebook: Codebook;
  mapping: LabelMapping;
  /** Typed once for all rows; else `raterField`, else the file's stem where `byFile`. */
  rater: string | undefined;
  raterField: "run" | "rater";
  byFile: boolean;
};

const MAX_NAME = 200;

/** What the names of a record's columns say. */
export type Columns = {
  names: string;
  /** Column → label, as the codebook may be asked for it. */
  labels: ReadonlyMap<string, string>;
  rater: string | undefined;
  extras: ExtraColumns;
};

export type Parsed = {
  line: number;
  key: string;
  rater: string;
  labels: Record<string, unknown>;
  value: Readonly<Record<string, unknown>>;
  columns: Columns;
};

/** Reads the key, the rater and the label columns of one file's records, and says what is wrong with them. */
export class RecordParser {
  private readonly stem: string;
  private columns: Columns | undefined;
  private complained = false;

  constructor(
    private readonly run: ImportRun,
    private readonly file: ImportFile,
    private readonly order: number,
    private readonly reading: RecordReading,
  ) {
    this.stem = fileStem(file.name);
  }

  parse(record: FileRecord): Parsed | undefined {
    const { value, line } = record;
    const columns = this.columnsOf(Object.keys(value));
    const { labels, rater } = columns;
    if (labels.size === 0) return this.noLabels(value, line);
    const key = keyOfRecord(this.reading.codebook, value, this.reading.mapping);
    if (!key.ok) return this.fault(line, key.column, `This record names no item: ${key.reason}.`);
    const name = this.reading.rater ?? (rater === undefined ? undefined : scalar(value[rater])?.trim());
    const who = name ?? (rater === undefined && this.reading.byFile ? this.stem : undefined);
    if (who === undefined) {
      const what = this.reading.raterField === "run" ? "judge's run" : "rater";
      return this.fault(line, rater ?? this.reading.raterField, `The ${what} has no name in this record.`);
    }
    if (who.length > MAX_NAME || /[\p{Cc}\p{Cf}]/u.test(who)) {
      return this.fault(line, rater, `A name has at most ${MAX_NAME} characters, none of them invisible.`);
    }
    const cells: Record<string, unknown> = {};
    for (const [column, label] of labels) cells[label] = value[column];

    return { line, key: key.key, rater: who, labels: cells, value, columns };
  }

  report(row: Parsed, imported: ImportedLabels): void {
    const columnOf = (label: string) => [...row.columns.labels].find(([, name]) => name === label)?.[0] ?? label;
    for (const { column, value, reason } of imported.faults) {
      this.fault(row.line, columnOf(column), `"${value}": ${reason}.`);
    }
    for (const { derived, column, said, gives } of imported.contradictions) {
      const answers = Object.entries(imported.answers).map(([question, value]) => `${question} ${value}`);
      const stored = `${answers.join(", ")} gives ${derived} ${gives}, which is stored`;
      this.run.notices.add(`${columnOf(column)} says ${said}, but ${stored}`, row.line);
    }
    for (const question of imported.notAsked) {
      this.run.notices.add(`Answers to ${question} where the codebook does not ask it, left out`, row.line);
    }
    const blank = isEmpty(imported.answers) && isEmpty(imported.derived);
    if (blank && imported.faults.length === 0) this.run.notices.add("Records without any label", row.line);
  }

  /** Most records have the same columns as the one before. */
  private columnsOf(names: string[]): Columns {
    const joined = names.join("\u0000");
    if (this.columns?.names !== joined) {
      const { codebook, mapping, raterField } = this.reading;
      const labels = labelColumnsOf(codebook, names, mapping);
      const rater = this.reading.rater === undefined ? columnFor(raterField, names, mapping) : undefined;
      this.columns = {
        names: joined,
        labels,
        rater: rater !== undefined && labels.has(rater) ? undefined : rater,
        extras: extraColumns(names, mapping),
      };
    }

    return this.columns;
  }

  private noLabels(value: Readonly<Record<string, unknown>>, line: number): undefined {
    if (this.complained) {
      this.run.notices.add("Records without any label", line);
      return undefined;
    }
    this.complained = true;
    const has = Object.keys(value).slice(0, 20).join(", ");
    const wanted = labelColumns(this.reading.codebook).map((column) => column.id);
    const named = Object.entries(this.reading.mapping.labels).map(([column, label]) => `${column} as ${label}`);
    const reason =
      named.length > 0
        ? `The record has no column ${named.join(", ")}. It has ${has}.`
        : `No column holds a label of this codebook (${wanted.join(", ")}). The record has ${has}. Say which column is which.`;

    return this.fault(line, undefined, reason);
  }

  fault(line: number, column: string | undefined, reason: string): undefined {
    const place = { file: this.file.name, line, ...(column === undefined ? {} : { column }) };
    this.run.faults.add({ ...place, reason }, this.order);

    return undefined;
  }
}

function isEmpty(labels: object): boolean {
  for (const _ in labels) return false;

  return true;
}
