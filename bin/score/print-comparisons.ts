import { print, printTable } from "@/bin/command";
import { short, textOf } from "./print-scores";
import type { Comparisons } from "./wire";

/** The tables between runs and layers, for people. */
export function printComparisons(found: Comparisons): void {
  section(
    "Runs against each other (paired randomisation test; Holm’s correction within a metric)",
    found.comparisons,
    (row) => ({
      qrels: row.qrels,
      metric: row.metric,
      pair: `${row.a} − ${row.b}`,
      difference: short(row.difference),
      interval: interval(row),
      p: small(row.p),
      "p (Holm)": small(row.p_holm),
      n: row.n,
    }),
  );
  section("Saturation", found.saturation, (row) => ({
    qrels: row.qrels,
    metric: row.metric,
    run: row.run,
    value: short(row.value),
    [`change against ${row.against}`]: short(row.change),
    relative: row.relative === undefined ? "" : percent(row.relative),
    interval: interval(row),
  }));
  section("Unsolved", found.unsolved, ({ qrels, cutoff, unsolved, best_hit, reading }) => ({
    qrels,
    K: cutoff,
    unsolved: textOf(unsolved),
    "best single hit": textOf(best_hit),
    n: unsolved.n,
    reading,
  }));
  section("Ladder (over queries with a target)", found.ladder, (row) => ({
    metric: row.metric,
    layer: row.cohort_changed ? `${row.layer} (cohort changes)` : row.layer,
    instances: row.instances,
    edges: row.edges,
    ...named(row.values, textOf),
    ...named(row.declines, percent, "decline of "),
    lead: row.lead ? `${short(row.lead.difference)} ${interval(row.lead)}`.trim() : "",
  }));
  section("Does the leaderboard stand?", found.rankings, (row) => ({
    metric: row.metric,
    layers: `${row.a} – ${row.b}`,
    "Kendall’s τ": "value" in row.tau ? short(row.tau.value) : "not defined",
    leads: row.same_top ? row.top_of_a.join(", ") : `${row.top_of_a.join(", ")} → ${row.top_of_b.join(", ")}`,
  }));
  section("Mined gold and accepted candidates", found.gold, (row) => ({
    qrels: row.qrels,
    run: row.run,
    K: row.cutoff,
    both: row.both,
    "gold alone": row.gold_alone,
    "accepted alone": row.accepted_alone,
    neither: row.neither,
    n: row.n,
    "accepted per list": row.accepted_per_list === undefined ? "no list" : short(row.accepted_per_list),
  }));
  section("Order of two runs when labels are drawn from the raters", found.flips, (row) => ({
    metric: row.metric,
    pair: `${row.a} – ${row.b}`,
    flipped: percent(row.flipped),
    tied: percent(row.tied),
    draws: row.draws,
  }));
}

function section<T>(title: string, rows: readonly T[] | undefined, row: (one: T) => Record<string, unknown>): void {
  if (!rows) return;
  print(`\n${title}`);
  printTable(rows.map(row));
}

function interval({ low, high }: { low: number | null; high: number | null }): string {
  return low === null || high === null ? "" : `${short(low)} – ${short(high)}`;
}

function named<T>(values: Record<string, T>, text: (value: T) => string, prefix = ""): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([run, value]) => [`${prefix}${run}`, text(value)]));
}

function small(p: number | null): string {
  if (p === null) return "";
  return p < 0.0001 ? "< .0001" : p.toFixed(4);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
