import type { Qrels } from "./data";
import { LineReader, splitFields } from "./line-reader";
import { PairTable } from "./pair-table";
import { parseGrade } from "./parse-number";

const BEIR_HEADER = /^query[-_]?id[\t ]+(corpus|doc)[-_]?id[\t ]+(score|relevance|rel|label)$/i;

/**
 * Reads judgements line by line: TREC (`query iteration document grade`; the second column is passed over) or BEIR (tab-separated
 * `query-id corpus-id score`, recognised by that header). Rows with more or fewer fields, fractional grades and a pair given
 * twice are faults with their lines. O(rows).
 *
 * @example new QrelsReader().pushAll("q1 0 d1 1\n").finish().value.get("q1")?.get("d1"); // => 1
 */
export class QrelsReader extends LineReader<Qrels> {
  readonly #table = new PairTable(this.found);
  #beir = false;
  #rows = 0;

  protected read(line: string): void {
    if (this.#rows++ === 0 && BEIR_HEADER.test(line.trim())) {
      this.#beir = true;
      return;
    }
    const fields = this.#beir ? line.split("\t").map((field) => field.trim()) : splitFields(line);
    const wanted = this.#beir ? 3 : 4;
    if (fields.length !== wanted || fields.includes("")) {
      const shape = this.#beir ? "query-id, corpus-id, score (tabs between)" : "query, iteration, document, grade";
      const count = fields.filter((field) => field !== "").length;
      this.found.add(this.number, `This row has ${count} fields; judgements have ${wanted}: ${shape}.`);
      return;
    }
    const [query = ""] = fields;
    const document = fields[wanted - 2] ?? "";
    const grade = parseGrade(fields[wanted - 1] ?? "");
    if ("reason" in grade) this.found.add(this.number, grade.reason);
    else this.#table.add(query, document, grade.value, this.number);
  }

  protected close(): Qrels {
    if (this.#table.values.size === 0 && this.found.total === 0) this.found.add(1, "There are no judgements in here.");

    return this.#table.values;
  }

  protected override notices(): string[] {
    return this.#beir ? ["The header of a BEIR file was recognised: query-id, corpus-id, score."] : [];
  }
}
