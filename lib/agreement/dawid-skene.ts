import { countReader } from "./count-table";
import { MISSING, type PatternTable } from "./pattern-table";

export type DawidSkeneOptions = {
  /** Added to each cell of each rater's confusion matrix (a Dirichlet prior); 0 allows hard zeros. */
  readonly smoothing?: number;
  /** Largest number of EM steps; 1,000 unless given. */
  readonly steps?: number;
  /** EM stops when the log-likelihood grows by less; 1e-10 unless given. */
  readonly tolerance?: number;
  /** Who each column is: columns of one person (repeated occasions) share one confusion matrix. */
  readonly identities?: readonly string[];
};

export type DawidSkene = {
  /** Share of each category. */
  readonly priors: Float64Array;
  /** rows × categories: how likely each category is for the items of a row. */
  readonly posteriors: Float64Array;
  /** The likeliest category of each row, −1 for rows without labels. */
  readonly labels: Int32Array;
  /** One per identity: chance of each answer (columns) given the true category (rows), and Σ prior × diagonal. */
  readonly raters: readonly { readonly rater: string; readonly confusion: Float64Array; readonly accuracy: number }[];
  readonly logLikelihood: number;
  readonly steps: number;
  readonly converged: boolean;
};

/**
 * Dawid and Skene's model by EM: the likeliest label of each item and each rater's own confusion matrix, from labels
 * alone. Starts at the shares of each item's labels; runs on patterns, so a step costs O(rows × raters × categories).
 * Assumes that raters err independently given the truth: several prompts of one model do not.
 *
 * Dawid, A. P. and Skene, A. M. (1979). Maximum likelihood estimation of observer error-rates using the EM algorithm.
 *
 * @example dawidSkene(table, { smoothing: 0.1 }).labels;
 */
export function dawidSkene(table: PatternTable, options: DawidSkeneOptions = {}): DawidSkene {
  const q = table.categories.length;
  const identities = options.identities ?? table.raters;
  const names = [...new Set(identities)];
  const columns = identities.map((identity) => names.indexOf(identity));
  const posteriors = labelShares(table);
  const priors = new Float64Array(q);
  const confusions = names.map(() => new Float64Array(q * q));
  const tolerance = options.tolerance ?? 1e-10;
  const most = options.steps ?? 1000;
  let logLikelihood = Number.NEGATIVE_INFINITY;
  let steps = 0;
  let converged = false;
  while (steps < most && !converged) {
    maximise(table, posteriors, priors, confusions, columns, options.smoothing ?? 0);
    const next = expect(table, posteriors, priors, confusions, columns);
    steps++;
    converged = Math.abs(next - logLikelihood) < tolerance;
    logLikelihood = next;
  }

  return {
    priors,
    posteriors,
    labels: Int32Array.from({ length: table.rows }, (_, row) => likeliest(posteriors, row, q)),
    raters: names.map((rater, index) => {
      const confusion = confusions[index] ?? new Float64Array();
      const accuracy = priors.reduce((sum, prior, category) => sum + prior * (confusion[category * (q + 1)] ?? 0), 0);

      return { rater, confusion, accuracy };
    }),
    logLikelihood,
    steps,
    converged,
  };
}

function labelShares(table: PatternTable): Float64Array {
  const q = table.categories.length;
  const shares = new Float64Array(table.rows * q);
  const read = countReader(table);
  for (let row = 0; row < table.rows; row++) {
    const counts = read(row);
    for (let entry = 0; entry < counts.size; entry++) {
      shares[row * q + (counts.category[entry] ?? 0)] = (counts.count[entry] ?? 0) / counts.labels;
    }
  }

  return shares;
}

/** M step: shares and confusion matrices from the posteriors; rows without labels have posteriors of 0. */
function maximise(
  table: PatternTable,
  posteriors: Float64Array,
  priors: Float64Array,
  confusions: readonly Float64Array[],
  columns: readonly number[],
  smoothing: number,
): void {
  const q = priors.length;
  const width = table.raters.length;
  priors.fill(0);
  for (const confusion of confusions) confusion.fill(smoothing);
  let items = 0;
  for (let row = 0; row < table.rows; row++) {
    for (let truth = 0; truth < q; truth++) {
      const mass = (posteriors[row * q + truth] ?? 0) * (table.items[row] ?? 0);
      if (mass === 0) continue;
      priors[truth] = (priors[truth] ?? 0) + mass;
      items += mass;
      for (let rater = 0; rater < width; rater++) {
        const label = table.labels[row * width + rater] ?? MISSING;
        const confusion = confusions[columns[rater] ?? 0];
        if (label === MISSING || !confusion) continue;
        confusion[truth * q + label] = (confusion[truth * q + label] ?? 0) + mass;
      }
    }
  }
  for (let truth = 0; truth < q; truth++) {
    priors[truth] = (priors[truth] ?? 0) / items;
    for (const confusion of confusions) {
      const line = confusion.subarray(truth * q, (truth + 1) * q);
      const sum = line.reduce((total, cell) => total + cell, 0);
      if (sum > 0) line.set(line.map((cell) => cell / sum));
    }
  }
}

/** E step: new posteriors, in logarithms; returns the log-likelihood. */
function expect(
  table: PatternTable,
  posteriors: Float64Array,
  priors: Float64Array,
  confusions: readonly Float64Array[],
  columns: readonly number[],
): number {
  const q = priors.length;
  const width = table.raters.length;
  const logs = confusions.map((confusion) => confusion.map(Math.log));
  const scores = new Float64Array(q);
  let logLikelihood = 0;
  for (let row = 0; row < table.rows; row++) {
    const labels = table.labels.subarray(row * width, (row + 1) * width);
    if (labels.every((label) => label === MISSING)) continue;
    for (let truth = 0; truth < q; truth++) {
      let score = Math.log(priors[truth] ?? 0);
      labels.forEach((label, rater) => {
        if (label !== MISSING) score += logs[columns[rater] ?? 0]?.[truth * q + label] ?? 0;
      });
      scores[truth] = score;
    }
    const highest = Math.max(...scores);
    let sum = 0;
    for (const score of scores) sum += Math.exp(score - highest);
    for (let truth = 0; truth < q; truth++) {
      posteriors[row * q + truth] = Math.exp((scores[truth] ?? 0) - highest) / sum;
    }
    logLikelihood += (table.items[row] ?? 0) * (highest + Math.log(sum));
  }

  return logLikelihood;
}

function likeliest(posteriors: Float64Array, row: number, q: number): number {
  let best = MISSING;
  let most = 0;
  for (let category = 0; category < q; category++) {
    const mass = posteriors[row * q + category] ?? 0;
    if (mass > most) {
      most = mass;
      best = category;
    }
  }

  return best;
}
