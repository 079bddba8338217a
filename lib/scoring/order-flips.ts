import type { Qrels, Run } from "./data";
import { order } from "./kendall-tau";
import type { Metric } from "./metric";
import type { Random } from "./resample";
import { scoreRun } from "./score-run";
import { summarizeScores } from "./summarize-scores";

/** How often two runs change order when labels are drawn from the raters. */
export type OrderFlip = {
  readonly a: number;
  readonly b: number;
  /** Share of draws in which the run that is better on the reference is worse, and in which the two tie. */
  readonly flipped: number;
  readonly tied: number;
};

export type OrderFlipOptions = {
  readonly random: Random;
  readonly draws: number;
  readonly level?: number;
};

/**
 * Draws judgements from the raters' own disagreement (for each pair a rater of those who judged it, at random), scores all
 * runs under each draw, and counts how often the order of two runs on the reference layer is turned. Pairs that tie on the reference are
 * left out. O(draws × runs × (rows log rows)).
 *
 * @example orderFlips(majority, [raterA, raterB], [bm25, dense], map, { random, draws: 200 });
 */
export function orderFlips(
  reference: Qrels,
  raters: readonly Qrels[],
  runs: readonly Run[],
  metric: Metric,
  options: OrderFlipOptions,
): OrderFlip[] {
  const { random, draws, level = 1 } = options;
  const queries = [...reference.keys()];
  const means = (qrels: Qrels) =>
    runs.map((run) => {
      const summary = summarizeScores(scoreRun(qrels, run, { metrics: [metric], queries, level }), 0);
      return summary.kind === "value" ? summary.value : 0;
    });
  const base = means(reference);
  const pairs = runs.flatMap((_, a) =>
    runs.flatMap((__, b) => (b > a && order(base[a] ?? 0, base[b] ?? 0) !== 0 ? [{ a, b, flipped: 0, tied: 0 }] : [])),
  );
  const given = gradesByPair(raters);
  for (let draw = 0; draw < draws; draw++) {
    const drawn = means(drawQrels(given, random));
    for (const pair of pairs) {
      const now = order(drawn[pair.a] ?? 0, drawn[pair.b] ?? 0);
      if (now === 0) pair.tied++;
      else if (now !== order(base[pair.a] ?? 0, base[pair.b] ?? 0)) pair.flipped++;
    }
  }

  return pairs.map((pair) => ({ ...pair, flipped: pair.flipped / draws, tied: pair.tied / draws }));
}

type Grades = Map<string, Map<string, number[]>>;

function gradesByPair(raters: readonly Qrels[]): Grades {
  const all: Grades = new Map();
  for (const rater of raters) {
    for (const [query, documents] of rater) {
      const grades = all.get(query) ?? new Map<string, number[]>();
      all.set(query, grades);
      for (const [document, grade] of documents) {
        const known = grades.get(document);
        if (known) known.push(grade);
        else grades.set(document, [grade]);
      }
    }
  }

  return all;
}

function drawQrels(given: Grades, random: Random): Qrels {
  const drawn = new Map<string, Map<string, number>>();
  for (const [query, documents] of given) {
    const grades = new Map<string, number>();
    for (const [document, all] of documents) {
      grades.set(document, all[all.length > 1 ? Math.floor(random() * all.length) : 0] ?? 0);
    }
    drawn.set(query, grades);
  }

  return drawn;
}
