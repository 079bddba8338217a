import { benjaminiYekutieli } from "./benjamini-yekutieli";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";
import { studentProbability } from "./student-t";

/** How well a label fits the other raters': share of equal ones, less their squared distance, or a similarity given. */
export type FitScore = "accuracy" | "neg_rmse" | ((label: number, other: number) => number);

export type AlternativeAnnotatorOptions = {
  readonly judge: string;
  readonly humans: readonly string[];
  /** What a human costs more than the judge: .2 for experts, .15 for skilled raters, .1 for a crowd. */
  readonly epsilon: number;
  readonly score?: FitScore;
  /** False discovery rate; .05 unless given. */
  readonly q?: number;
  /** Human labels an item must have; 2 unless given. */
  readonly fewestHumans?: number;
  /** Items a human must have to be tested; 30 unless given. */
  readonly fewestItems?: number;
};

export type TestedHuman = {
  readonly human: string;
  readonly items: number;
  /** Share of items on which the judge fits the others at least as well as this human does. */
  readonly advantage: number;
  /** Undefined where all differences equal ε exactly: not rejected. */
  readonly p: number | undefined;
  readonly rejected: boolean;
};

export type AlternativeAnnotatorTest =
  | {
      readonly kind: "tested";
      readonly epsilon: number;
      /** ω: share of tested humans against whom the judge wins. */
      readonly winningRate: number;
      /** ρ: mean advantage over tested humans. For comparing judges. */
      readonly advantage: number;
      /** ω ≥ ½: the judge may stand in for a human. */
      readonly passed: boolean;
      readonly humans: readonly TestedHuman[];
      /** Humans with too few items. */
      readonly skipped: readonly { readonly human: string; readonly items: number }[];
    }
  | { readonly kind: "undefined"; readonly reason: "one_rater" | "no_pairable" };

/**
 * The alternative annotator test: may a judge replace a human rater? Each human is left out in turn; judge and human are
 * compared by how well they fit the remaining humans, ties counting for both; one-sided t-tests against ε, corrected by
 * Benjamini–Yekutieli. Items with one human label, or without the judge's, are left out. At least three humans and 50 to
 * 100 items are advised. O(rows × humans²).
 *
 * Calderon, N., Reichart, R. and Dror, R. (2025). The alternative annotator test for LLM-as-a-judge. ACL.
 *
 * @example alternativeAnnotatorTest(table, { judge: "gpt", humans: ["ann", "bob", "cat"], epsilon: 0.2 });
 */
export function alternativeAnnotatorTest(
  table: PatternTable,
  options: AlternativeAnnotatorOptions,
): AlternativeAnnotatorTest {
  if (options.humans.length < 2) return { kind: "undefined", reason: "one_rater" };
  const score = fitOf(options.score ?? "accuracy", table);
  const rows = keptRows(table, options);
  const results = options.humans.map((human, index) => ({ human, ...compare(rows, index, score, options.epsilon) }));
  const fewest = options.fewestItems ?? 30;
  const tested = results.filter((result) => result.items >= Math.max(fewest, 2));
  if (tested.length === 0) return { kind: "undefined", reason: "no_pairable" };
  const { rejected } = benjaminiYekutieli(
    tested.map((result) => result.p ?? 1),
    options.q,
  );
  const winningRate = rejected.filter(Boolean).length / tested.length;

  return {
    kind: "tested",
    epsilon: options.epsilon,
    winningRate,
    advantage: tested.reduce((sum, result) => sum + result.advantage, 0) / tested.length,
    passed: winningRate >= 0.5,
    humans: tested.map((result, index) => ({ ...result, rejected: rejected[index] ?? false })),
    skipped: results.filter((result) => !tested.includes(result)).map(({ human, items }) => ({ human, items })),
  };
}

type Row = { readonly judge: number; readonly humans: readonly number[]; readonly items: number };
type Fit = (label: number, others: readonly number[]) => number;

function keptRows(table: PatternTable, options: AlternativeAnnotatorOptions): Row[] {
  const width = table.raters.length;
  const judge = raterIndex(table, options.judge);
  const columns = options.humans.map((human) => raterIndex(table, human));
  const rows: Row[] = [];
  for (let row = 0; row < table.rows; row++) {
    const humans = columns.map((column) => table.labels[row * width + column] ?? MISSING);
    const label = table.labels[row * width + judge] ?? MISSING;
    const labelled = humans.filter((human) => human !== MISSING).length;
    if (label === MISSING || labelled < (options.fewestHumans ?? 2)) continue;
    rows.push({ judge: label, humans, items: table.items[row] ?? 0 });
  }

  return rows;
}

/** Sums and not means: both sides are compared on the same others, and sums of whole numbers are exact. */
function fitOf(score: FitScore, table: PatternTable): Fit {
  if (score === "accuracy") return (label, others) => others.filter((other) => other === label).length;
  if (score === "neg_rmse") {
    const place = (label: number) => table.values?.[label] ?? label;

    return (label, others) => -others.reduce((sum, other) => sum + (place(label) - place(other)) ** 2, 0);
  }

  return (label, others) => others.reduce((sum, other) => sum + score(label, other), 0);
}

function compare(rows: readonly Row[], human: number, score: Fit, epsilon: number) {
  const differences: { difference: number; items: number }[] = [];
  let items = 0;
  let wins = 0;
  let sum = 0;
  for (const row of rows) {
    const own = row.humans[human] ?? MISSING;
    const others = row.humans.filter((label, index) => index !== human && label !== MISSING);
    if (own === MISSING || others.length === 0) continue;
    const judgeFit = score(row.judge, others);
    const humanFit = score(own, others);
    const difference = (humanFit >= judgeFit ? 1 : 0) - (judgeFit >= humanFit ? 1 : 0);
    items += row.items;
    if (judgeFit >= humanFit) wins += row.items;
    sum += difference * row.items;
    differences.push({ difference, items: row.items });
  }
  const mean = sum / items;
  const squares = differences.reduce((total, one) => total + one.items * (one.difference - mean) ** 2, 0);

  return { items, advantage: items > 0 ? wins / items : 0, p: pValue(mean, squares, items, epsilon) };
}

function pValue(mean: number, squares: number, items: number, epsilon: number): number | undefined {
  if (items < 2) return undefined;
  if (squares === 0) {
    if (mean === epsilon) return undefined;

    return mean < epsilon ? 0 : 1;
  }
  const error = Math.sqrt(squares / (items - 1) / items);

  return studentProbability((mean - epsilon) / error, items - 1);
}
