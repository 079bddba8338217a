import { deriveFromImported, type ImportedLabels } from "@/lib/codebooks/derive-from-imported";
import { deriveAll } from "@/lib/codebooks/derive-labels";
import { labelColumns } from "@/lib/codebooks/find-label-column";
import { columnFor, keyOfRecord, type LabelMapping, labelColumnsOf, scalar } from "@/lib/codebooks/import-columns";
import type { Audience } from "@/lib/codebooks/questions-for";
import type { Codebook } from "@/lib/codebooks/schema";
import { fileStem } from "@/lib/corpus/masterset";
import type { CopyValue } from "@/lib/db/copy-text";
import type { Lookup } from "./look-up-items";
import { readExtras } from "./read-extras";
import { type FileRecord, readFiles } from "./read-files";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";
import type { ImportFormat } from "./wire";

const MAX_BATCH = 1000;
const MAX_NAME = 200;

export type LabelReading = {
  codebook: Codebook;
  audience: Audience;
  mapping: LabelMapping;
  reading: { format: ImportFormat; separator?: string | undefined };
  /** Typed once for all rows; else `raterField`, else the file's stem where `byFile`. */
  rater: string | undefined;
  raterField: "run" | "rater";
  byFile: boolean;
  lookUp: Lookup;
};

type Parsed = { line: number; key: string; rater: string; labels: Record<string, unknown>; record: FileRecord };

/** Rows to stage, one a label; what is wrong goes to the run's faults. */
export async function* labelRows(
  run: ImportRun,
  files: readonly ImportFile[],
  reading: LabelReading,
): AsyncGenerator<CopyValue[]> {
  const stored = new Set(reading.codebook.derived.filter((label) => !label.ofItem).map((label) => label.id));
  let seq = 0;
  for await (const { file, order, records } of readFiles(run, files, reading.reading)) {
    const parser = new RecordParser(run, file, order, reading);
    for (let from = 0; from < records.length; from += MAX_BATCH) {
      const parsed = records.slice(from, from + MAX_BATCH).flatMap((record) => parser.parse(record) ?? []);
      const known = await reading.lookUp(parsed);
      for (const row of parsed) {
        const { fields, answers } = known(row.key, row.rater);
        const imported = deriveFromImported(reading.codebook, fields, row.labels, reading.audience);
        parser.report(row, imported);
        if (imported.faults.length > 0) continue;
        const all = { fields, answers: { ...answers, ...imported.answers } };
        const derived = deriveAll(reading.codebook, all, imported.derived);
        const extras = readExtras(row.record.value, reading.mapping);
        if (!extras.ok) {
          run.faults.add({ file: file.name, line: row.line, column: extras.column, reason: extras.reason }, order);
          continue;
        }
        const { confidence, probability, ...texts } = extras.values;
        const { rationale, keyPhrase, note } = texts;
        const base = Object.entries(imported.answers);
        for (const [question, value] of base) {
          seq += 1;
          const place = [seq, order, row.line, row.key, row.rater];
          yield [...place, question, value, false, confidence, probability, rationale, keyPhrase, note, true];
        }
        for (const [question, value] of Object.entries(derived)) {
          if (!stored.has(question)) continue;
          seq += 1;
          // The words of the judge stand once, on its answer; on the derived label only where that is all it gave.
          const said = base.length > 0 ? [null, null, null] : [rationale, keyPhrase, note];
          const place = [seq, order, row.line, row.key, row.rater];
          yield [...place, question, value, true, confidence, probability, ...said, base.length === 0];
        }
      }
    }
  }
}

/** Reads the key, the rater and the label columns of one file's records, and says what is wrong with them. */
class RecordParser {
  private readonly stem: string;
  private columns: { names: string; labels: Map<string, string>; rater: string | undefined } | undefined;
  private complained = false;

  constructor(
    private readonly run: ImportRun,
    private readonly file: ImportFile,
    private readonly order: number,
    private readonly reading: LabelReading,
  ) {
    this.stem = fileStem(file.name);
  }

  parse(record: FileRecord): Parsed | undefined {
    const { value, line } = record;
    const { labels, rater } = this.columnsOf(Object.keys(value));
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

    return { line, key: key.key, rater: who, labels: cells, record };
  }

  report(row: Parsed, imported: ImportedLabels): void {
    const labels = this.columnsOf(Object.keys(row.record.value)).labels;
    const columnOf = (label: string) => [...labels].find(([, name]) => name === label)?.[0] ?? label;
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
    const blank = Object.keys(imported.answers).length === 0 && Object.keys(imported.derived).length === 0;
    if (blank && imported.faults.length === 0) this.run.notices.add("Records without any label", row.line);
  }

  /** Most records have the same columns as the one before. */
  private columnsOf(names: string[]) {
    const joined = names.join("\u0000");
    if (this.columns?.names !== joined) {
      const { codebook, mapping, raterField } = this.reading;
      const labels = labelColumnsOf(codebook, names, mapping);
      const rater = this.reading.rater === undefined ? columnFor(raterField, names, mapping) : undefined;
      this.columns = { names: joined, labels, rater: rater !== undefined && labels.has(rater) ? undefined : rater };
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

  private fault(line: number, column: string | undefined, reason: string): undefined {
    const place = { file: this.file.name, line, ...(column === undefined ? {} : { column }) };
    this.run.faults.add({ ...place, reason }, this.order);

    return undefined;
  }
}
