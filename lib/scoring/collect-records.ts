import type { Qrels, Run } from "./data";
import type { Reading } from "./line-reader";
import { FaultList, PairTable } from "./pair-table";
import { parseGrade, parseScore } from "./parse-number";

/** Column names by which a record's query, document, score, rank and grade are known; the first that is there counts. */
export const QUERY_COLUMNS = ["query-id", "query_id", "qid", "query", "focal_corpusid"];
const DOCUMENT_COLUMNS = [
  "corpus-id",
  "corpus_id",
  "doc_id",
  "docid",
  "docno",
  "document",
  "candidate_corpusid",
  "target_corpusid",
];
const SCORE_COLUMNS = ["score"];
const RANK_COLUMNS = ["rank"];
const GRADE_COLUMNS = ["score", "relevance", "rel", "grade", "label", "root_label"];

const MIXED = "Some rows have a score and some only a rank.";

type Row = Readonly<Record<string, unknown>>;

/**
 * Collects a run from records (JSON lines, Parquet rows): query, document, and a score or a rank (from 0, as MUSES has it, or
 * from 1). Where both are there the score counts. A rank is a place: gaps between ranks are documents left out. O(rows).
 *
 * @example const run = new RunRecords(); run.add({ qid: "q1", docid: "d1", rank: 0 }, 1); run.finish().value.firstRank; // => 0
 */
export class RunRecords {
  readonly faults = new FaultList();
  readonly #table = new PairTable(this.faults);
  #ranked: boolean | undefined;

  add(row: Row, line: number): void {
    const ids = readIds(row, line, this.faults);
    if (!ids) return;
    const score = firstOf(row, SCORE_COLUMNS);
    const rank = firstOf(row, RANK_COLUMNS);
    const ranked = score === undefined;
    this.#ranked ??= ranked;
    if (ranked !== this.#ranked || (ranked && rank === undefined)) {
      this.faults.add(line, ranked && rank === undefined ? "This row has neither a score nor a rank." : MIXED);
      return;
    }
    const read = ranked ? parseRank(String(rank)) : parseScore(String(score));
    if ("reason" in read) this.faults.add(line, read.reason);
    else this.#table.add(ids.query, ids.document, ranked ? -read.value : read.value, line);
  }

  finish(): Reading<Run> {
    const { values } = this.#table;
    if (values.size === 0 && this.faults.total === 0) this.faults.add(1, "The run is empty.");
    const warnings: string[] = [];
    const firstRank = this.#ranked ? this.#firstRank(warnings) : undefined;

    return {
      value: { scores: values, ...(firstRank !== undefined && { firstRank }) },
      warnings,
      faults: this.faults.faults,
      totalFaults: this.faults.total,
    };
  }

  #firstRank(warnings: string[]): 0 | 1 {
    let zero = false;
    let gaps = 0;
    for (const [query, documents] of this.#table.values) {
      const ranks = [...documents.values()].map((score) => -score).sort((a, b) => a - b);
      zero ||= ranks[0] === 0;
      const twice = ranks.find((rank, at) => at > 0 && ranks[at - 1] === rank);
      if (twice !== undefined) {
        this.faults.add(this.#table.firstLine(query), `Query ${query} has two documents at rank ${twice}.`);
      }
      if ((ranks.at(-1) ?? 0) - (ranks[0] ?? 0) >= ranks.length) gaps++;
    }
    warnings.push(`There are ranks and no scores; ranks count from ${zero ? 0 : 1}.`);
    if (gaps > 0) {
      warnings.push(
        `Ranks have gaps in ${gaps} of ${this.#table.values.size} queries; each document counts at its rank.`,
      );
    }

    return zero ? 0 : 1;
  }
}

/**
 * Collects judgements from records (JSON lines as the Hugging Face layout has them, Parquet rows). Without a grade column
 * every row is a target of grade 1, as in MUSES' target files. O(rows).
 *
 * @example const qrels = new QrelsRecords(); qrels.add({ "query-id": "q", "corpus-id": "d", score: 2 }, 1);
 */
export class QrelsRecords {
  readonly faults = new FaultList();
  readonly #table = new PairTable(this.faults);
  #grades: boolean | undefined;

  add(row: Row, line: number): void {
    const ids = readIds(row, line, this.faults);
    if (!ids) return;
    const given = firstOf(row, GRADE_COLUMNS);
    this.#grades ??= given !== undefined;
    if (this.#grades !== (given !== undefined)) {
      this.faults.add(line, "Some rows have a grade and some have none.");
      return;
    }
    const grade =
      given === undefined ? { value: 1 } : parseGrade(typeof given === "boolean" ? `${+given}` : String(given));
    if ("reason" in grade) this.faults.add(line, grade.reason);
    else this.#table.add(ids.query, ids.document, grade.value, line);
  }

  finish(): Reading<Qrels> {
    if (this.#table.values.size === 0 && this.faults.total === 0)
      this.faults.add(1, "There are no judgements in here.");
    const warnings = this.#grades === false ? ["There is no grade column: every row is a target of grade 1."] : [];

    return {
      value: this.#table.values,
      warnings,
      faults: this.faults.faults,
      totalFaults: this.faults.total,
    };
  }
}

function firstOf(row: Row, columns: readonly string[]): unknown {
  for (const column of columns) {
    const value = Object.hasOwn(row, column) ? row[column] : undefined;
    if (value !== undefined && value !== null) return value;
  }

  return undefined;
}

function readIds(row: Row, line: number, faults: FaultList): { query: string; document: string } | undefined {
  const query = idOf(row, QUERY_COLUMNS);
  const document = idOf(row, DOCUMENT_COLUMNS);
  if (query !== undefined && document !== undefined) return { query, document };
  const columns = Object.keys(row).join(", ");
  faults.add(line, `This row has no id of a ${query === undefined ? "query" : "document"}. Its columns: ${columns}.`);

  return undefined;
}

/**
 * The id under the first of the columns that is there: a text, or an integer that a double holds exactly. O(columns).
 *
 * @example idOf({ qid: "01" }, QUERY_COLUMNS); // => "01"
 */
export function idOf(row: Row, columns: readonly string[]): string | undefined {
  const value = firstOf(row, columns);
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);

  return undefined;
}

function parseRank(text: string): { value: number } | { reason: string } {
  if (!/^\d{1,9}$/.test(text)) return { reason: `The rank ${text} is not an integer from 0.` };

  return { value: Number(text) };
}
