import { print, printTable } from "@/bin/command";
import { short } from "@/bin/score/print-scores";
import type { Leaderboard } from "@/lib/runs/wire";

/** For people: the finding first, then the tables that it rests on. */
export function printLeaderboard(board: Leaderboard): void {
  const { settings } = board;
  print(board.sentence);
  print(`\n${settings.metric} of each run under each layer`);
  printTable(
    board.layers.map((layer) => ({
      layer: layer.name,
      queries: layer.queries,
      "with target": layer.with_target,
      ...Object.fromEntries(
        board.runs.map((run, at) => {
          const value = layer.values[at];
          return [run, value && "value" in value ? `${short(value.value)}${interval(value)}` : "not defined"];
        }),
      ),
    })),
  );
  if (board.agreements.length > 0) {
    print("\nOrder of the runs under two layers, over the queries that both judge");
    printTable(
      board.agreements.map(({ a, b, n, tau, top_of_a, top_of_b, same_top }) => ({
        layers: `${a} – ${b}`,
        queries: n,
        "Kendall’s τ": "value" in tau ? short(tau.value) : `not defined (${tau.undefined})`,
        leads: n === 0 ? "" : same_top ? top_of_a.join(", ") : `${top_of_a.join(", ")} → ${top_of_b.join(", ")}`,
      })),
    );
  }
  printFlips(board);
  const level = Math.round(settings.level * 100);
  print(
    `\nRelevant from grade ${settings.relevance_level}. Intervals of values: ${level} %, bootstrap over queries, ${settings.bootstrap} resamples; of shares: Wilson over ${settings.draws} draws. Seed ${settings.seed}.`,
  );
}

function printFlips({ flips }: Leaderboard): void {
  if (!flips) return;
  const rule =
    flips.rule === "panel"
      ? "as many labels as a pair has, with replacement, decided by plurality"
      : "one rater’s label a pair";
  print(`\nOrder against ${flips.reference} when labels are drawn from ${flips.raters} raters (${rule})`);
  print(
    `${flips.disputed} of ${flips.labelled} labelled pairs in ${flips.queries} queries are disputed; ${flips.draws} draws.`,
  );
  printTable(
    flips.pairs.map(({ a, b, difference, flipped, tied }) => ({
      pair: `${a} – ${b}`,
      difference: short(difference),
      turned: percent(flipped.value),
      interval: `${percent(flipped.low)} – ${percent(flipped.high)}`,
      tied: percent(tied),
    })),
    { empty: "No two runs differ under the reference." },
  );
  const { tau, other_top } = flips;
  print(`Another leader: ${percent(other_top.value)} (${percent(other_top.low)} – ${percent(other_top.high)}).`);
  print(
    "mean" in tau
      ? `τ with the reference: mean ${short(tau.mean)}, ${short(tau.low)} – ${short(tau.high)}; not defined in ${tau.undefined} draws.`
      : `τ with the reference is not defined in ${tau.undefined} draws.`,
  );
}

function interval({ low, high }: { low: number | null; high: number | null }): string {
  return low === null || high === null ? "" : ` [${short(low)}, ${short(high)}]`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
