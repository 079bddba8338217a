import type { Qrels, Run } from "./data";
import { kendallTau, order } from "./kendall-tau";
import type { Metric } from "./metric";
import { kthHighest } from "./pair-grades";
import { rankDocuments } from "./rank-documents";
import { type RankedQuery, UNJUDGED } from "./ranked-query";
import type { Random } from "./resample";

/** One labelled thing with what each of its raters said: a pair, or one of the contexts of a pair. */
export type RatedPair = { readonly query: string; readonly document: string; readonly grades: readonly number[] };

/** Where a run lists the documents that matter, query by query; the rest of the run is not needed any more. */
export type PlacedRun = ReadonlyMap<
  string,
  { readonly documents: readonly string[]; readonly places: readonly number[] }
>;

export type DrawPlan = {
  readonly random: Random;
  readonly draws: number;
  /**
   * `rater`: one of a thing's raters, each as likely, gives its label. `panel`: as many labels as it has are drawn from them with
   * replacement and the strict plurality decides; a tie leaves it unjudged in that draw.
   */
  readonly rule: "rater" | "panel";
  readonly level?: number;
  /** See gradePairs. */
  readonly least?: number;
};

/** What becomes of a ranking when labels are drawn from the raters' own disagreement. */
export type DrawnRankings = {
  readonly draws: number;
  /** Queries with labels of raters that the reference has too: what is compared. */
  readonly queries: readonly string[];
  /** Labelled things, and those among them whose raters differ: only these can change anything. */
  readonly things: number;
  readonly disputed: number;
  /** Each run's mean on the reference, over these queries. */
  readonly base: readonly number[];
  /** `means[r][d]`: run r in draw d. */
  readonly means: readonly Float64Array[];
  /** Pairs of runs that differ on the reference: in how many draws their order is turned, and in how many they tie. */
  readonly pairs: readonly {
    readonly a: number;
    readonly b: number;
    readonly flipped: number;
    readonly tied: number;
  }[];
  /** Draws in which not the same runs lead. */
  readonly otherTop: number;
  /** Kendall's τ-b of each draw with the reference; NaN where it is not defined. */
  readonly taus: Float64Array;
};

/**
 * The places of the documents that somebody judged. Unjudged documents keep their places and are left out: no metric but `judged_k` and
 * `num_ret` looks at them. O(rows log rows).
 *
 * @example placeJudged(run, (query) => judged.get(query));
 */
export function placeJudged(run: Run, judged: (query: string) => ReadonlySet<string> | undefined): PlacedRun {
  const placed = new Map<string, { documents: string[]; places: number[] }>();
  for (const [query, scores] of run.scores) {
    const wanted = judged(query);
    if (!wanted) continue;
    const documents: string[] = [];
    const places: number[] = [];
    for (const [index, id] of rankDocuments(scores).entries()) {
      if (!wanted.has(id)) continue;
      documents.push(id);
      places.push(run.firstRank === undefined ? index + 1 : 1 - run.firstRank - (scores.get(id) ?? 0));
    }
    placed.set(query, { documents, places });
  }

  return placed;
}

/**
 * Draws labels from the raters, makes judgements of them, and ranks the runs under each draw: how often does the order of two runs on
 * the reference turn, how often does another run lead, how far does τ fall? Compared over the queries that the reference and the raters
 * have in common. Queries without a disputed label are scored once. Within 1e-12 two means tie.
 * O(draws × runs × judged documents of disputed queries).
 *
 * @example drawRankings(majority, rated, runs.map((run) => placeJudged(run, judged)), map, { random, draws: 1000, rule: "panel" });
 */
export function drawRankings(
  reference: Qrels,
  rated: readonly RatedPair[],
  runs: readonly PlacedRun[],
  metric: Metric,
  plan: DrawPlan,
): DrawnRankings {
  const tables = tablesOf(reference, rated, runs, metric, plan);
  const base = runs.map((_, run) => meanOf(tables, (table) => table.reference[run]));
  const means = runs.map(() => new Float64Array(plan.draws));
  const taus = new Float64Array(plan.draws);
  const pairs = runs.flatMap((_, a) =>
    runs.flatMap((__, b) => (b > a && order(base[a] ?? 0, base[b] ?? 0) !== 0 ? [{ a, b, flipped: 0, tied: 0 }] : [])),
  );
  const top = leaders(base);
  let otherTop = 0;
  for (let draw = 0; draw < plan.draws; draw++) {
    for (const table of tables) if (table.disputed) table.draw();
    const drawn = runs.map((_, run) => meanOf(tables, (table) => table.now[run]));
    for (const [run, value] of drawn.entries()) {
      const row = means[run];
      if (row) row[draw] = value;
    }
    for (const pair of pairs) {
      const now = order(drawn[pair.a] ?? 0, drawn[pair.b] ?? 0);
      if (now === 0) pair.tied++;
      else if (now !== order(base[pair.a] ?? 0, base[pair.b] ?? 0)) pair.flipped++;
    }
    if (leaders(drawn) !== top) otherTop++;
    const tau = kendallTau(base, drawn);
    taus[draw] = tau.kind === "tau" ? tau.value : Number.NaN;
  }
  const queries = tables.map(({ query }) => query);
  const known = new Set(queries);
  const compared = rated.filter(({ query, grades }) => known.has(query) && grades.length > 0);
  const disputed = compared.filter(({ grades }) => grades.some((grade) => grade !== grades[0])).length;

  return { draws: plan.draws, queries, things: compared.length, disputed, base, means, pairs, otherTop, taus };
}

type Weighted = { value: number; weight: number };

type QueryTable = {
  query: string;
  disputed: boolean;
  reference: Weighted[];
  now: Weighted[];
  draw(): void;
};

function tablesOf(
  reference: Qrels,
  rated: readonly RatedPair[],
  runs: readonly PlacedRun[],
  metric: Metric,
  plan: DrawPlan,
): QueryTable[] {
  const { level = 1, least = 1 } = plan;
  const byQuery = new Map<string, RatedPair[]>();
  for (const pair of rated) {
    if (pair.grades.length === 0 || !reference.has(pair.query)) continue;
    const known = byQuery.get(pair.query);
    if (known) known.push(pair);
    else byQuery.set(pair.query, [pair]);
  }

  return [...byQuery].map(([query, things]) => {
    const score = (grades: ReadonlyMap<string, number>): Weighted[] => {
      const known = [...grades.values()].filter((grade) => grade >= 0);
      const relevant = known.filter((grade) => grade >= level).length;
      const ideal = known.filter((grade) => grade > 0).sort((a, b) => b - a);
      const weight = metric.over === "pairs" ? relevant : 1;

      return runs.map((run) => {
        const { documents, places } = run.get(query) ?? { documents: [], places: [] };
        const given = documents.map((id) => Math.max(grades.get(id) ?? UNJUDGED, UNJUDGED));
        const seen: RankedQuery = {
          places,
          grades: given,
          relevant,
          nonrelevant: known.length - relevant,
          ideal,
          level,
        };

        return { value: metric.of(seen), weight };
      });
    };
    const drawn = () => score(gradesOf(things, (grades) => drawGrade(grades, plan), least));
    const disputed = things.some(({ grades }) => grades.some((grade) => grade !== grades[0]));
    const table: QueryTable = {
      query,
      disputed,
      reference: score(reference.get(query) ?? new Map()),
      now: disputed ? [] : drawn(),
      draw() {
        table.now = drawn();
      },
    };

    return table;
  });
}

function gradesOf(
  things: readonly RatedPair[],
  pick: (grades: readonly number[]) => number | undefined,
  least: number,
): ReadonlyMap<string, number> {
  const all = new Map<string, number[]>();
  for (const { document, grades } of things) {
    const grade = pick(grades);
    if (grade === undefined) continue;
    const known = all.get(document);
    if (known) known.push(grade);
    else all.set(document, [grade]);
  }

  return new Map([...all].map(([document, grades]) => [document, kthHighest(grades, least)]));
}

function drawGrade(grades: readonly number[], { random, rule }: DrawPlan): number | undefined {
  if (grades.every((grade) => grade === grades[0])) return grades[0];
  const one = () => grades[Math.floor(random() * grades.length)] ?? 0;
  if (rule === "rater") return one();
  const counts = new Map<number, number>();
  for (let draw = 0; draw < grades.length; draw++) {
    const grade = one();
    counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === most);

  return first.length === 1 ? first[0]?.[0] : undefined;
}

function meanOf(tables: readonly QueryTable[], of: (table: QueryTable) => Weighted | undefined): number {
  let sum = 0;
  let total = 0;
  for (const table of tables) {
    const { value = 0, weight = 0 } = of(table) ?? {};
    sum += value * weight;
    total += weight;
  }

  return total === 0 ? 0 : sum / total;
}

/** The runs that lead, as one text to compare. */
function leaders(values: readonly number[]): string {
  const best = Math.max(...values);

  return values.flatMap((value, run) => (value >= best - 1e-12 ? [run] : [])).join(" ");
}
