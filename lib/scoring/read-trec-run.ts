import type { Run } from "./data";
import { LineReader, splitFields } from "./line-reader";
import { PairTable } from "./pair-table";
import { parseScore } from "./parse-number";
import { rankVerdict, tiedInSinglePrecision } from "./score-checks";

/**
 * Reads a TREC run line by line: `query Q0 document rank score tag`; more fields belong to the tag. Rows with fewer fields,
 * scores that are not finite, a document twice for a query and a run without rows are faults with their lines. Warns where ranks and
 * scores say different things (scores count). O(rows log rows).
 *
 * @example new TrecRunReader().pushAll("q1 Q0 d1 1 9.5 bm25\n").finish().value.scores.get("q1")?.get("d1"); // => 9.5
 */
export class TrecRunReader extends LineReader<Run> {
  readonly #table = new PairTable(this.found);
  readonly #ranks = new Map<string, number[]>();

  protected read(line: string): void {
    const fields = splitFields(line);
    if (fields.length < 6) {
      this.found.add(
        this.number,
        `This row has ${fields.length} fields; a run has 6: query, Q0, document, rank, score, tag.`,
      );
      return;
    }
    const [query = "", , document = "", rank = "", text = ""] = fields;
    const score = parseScore(text);
    if ("reason" in score) {
      this.found.add(this.number, score.reason);
      return;
    }
    this.#table.add(query, document, score.value, this.number);
    const ranks = this.#ranks.get(query);
    const place = /^[+-]?\d+$/.test(rank) ? Number(rank) : Number.NaN;
    if (ranks) ranks.push(place);
    else this.#ranks.set(query, [place]);
  }

  protected close(): Run {
    if (this.#table.values.size === 0 && this.found.total === 0) this.found.add(1, "The run is empty.");

    return { scores: this.#table.values };
  }

  protected override notices(): string[] {
    if (this.found.total > 0) return [];
    const verdicts = { agrees: 0, contradicts: 0, upside_down: 0, ties_otherwise: 0, no_ranks: 0 };
    let single = 0;
    for (const [query, documents] of this.#table.values) {
      const scores = [...documents.values()];
      verdicts[rankVerdict({ ids: [...documents.keys()], ranks: this.#ranks.get(query) ?? [], scores })]++;
      if (tiedInSinglePrecision(scores)) single++;
    }

    return rankNotices(verdicts, this.#table.values.size, single);
  }
}

type Counts = { contradicts: number; upside_down: number; ties_otherwise: number };

function rankNotices({ contradicts, upside_down, ties_otherwise }: Counts, all: number, single: number): string[] {
  const notices: string[] = [];
  const against = contradicts + upside_down;
  const of = (count: number) => `In ${count} of ${all} ${all === 1 ? "query" : "queries"}`;
  if (against > 0) notices.push(`${of(against)} the rank column contradicts the scores; the scores count.`);
  if (upside_down > 0 && contradicts === 0 && upside_down * 2 > all) {
    notices.push("The scores look like distances: they grow as ranks go down. Negate them if smaller is better.");
  }
  if (ties_otherwise > 0) {
    notices.push(`${of(ties_otherwise)} equal scores are ranked by document id descending, not by the rank column.`);
  }
  if (single > 0)
    notices.push(`${of(single)} scores differ beyond single precision alone; trec_eval 9 would tie them.`);

  return notices;
}
