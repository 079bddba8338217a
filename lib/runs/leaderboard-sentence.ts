import type { Leaderboard } from "./wire";

const OFTEN = 0.05;

/** What a leaderboard says, in sentences that could stand in a paper. Figures as in the tables; nothing is claimed beyond them. */
export function leaderboardSentence(board: Omit<Leaderboard, "sentence">): string {
  const { runs, layers, settings } = board;
  if (runs.length < 2) return "With one run there is no order to compare.";
  if (layers.length < 2) return [`${count(runs.length, "run")} under one layer.`, ...drawn(board)].join(" ");
  const taus = board.agreements.flatMap(({ tau }) => ("value" in tau ? [tau.value] : [])).sort((a, b) => a - b);
  const pairs = board.agreements.length;
  const others = board.agreements.filter(({ same_top, n }) => !same_top && n > 0).length;
  const low = taus[0];
  const high = taus.at(-1);
  const what = `Ranked by ${settings.metric}, ${count(runs.length, "run")} under ${count(layers.length, "layer")}`;
  const agree =
    low === undefined || high === undefined
      ? `${what} have no order that could be compared (τ is not defined).`
      : `${what} ${spread(low, high, taus.length)}${taus.length < pairs ? `; in ${pairs - taus.length} more τ is not defined` : ""}.`;
  const top =
    others === 0
      ? "The same run leads under all of them."
      : `${others} of ${count(pairs, "pair")} of layers ${others === 1 ? "has" : "have"} different leaders.`;

  return [agree, top, ...drawn(board)].join(" ");
}

function spread(low: number, high: number, pairs: number): string {
  if (pairs === 1) return `agree at Kendall’s τ = ${decimal(low)}`;
  if (high - low < 1e-9) return `agree at Kendall’s τ = ${decimal(low)} in all ${pairs} pairs of layers`;

  return `agree at Kendall’s τ between ${decimal(low)} and ${decimal(high)} (${pairs} pairs of layers)`;
}

function drawn({ flips, settings }: Omit<Leaderboard, "sentence">): string[] {
  if (!flips) return [];
  const often = flips.pairs.filter(({ flipped }) => flipped.value > OFTEN).length;
  const { other_top } = flips;
  const leader = `the leader under ${flips.reference} is another in ${percent(other_top.value)} [${percent(other_top.low)}, ${percent(other_top.high)}] of ${whole(flips.draws)} draws`;
  const pairs = flips.pairs.length;
  const turned =
    pairs === 0
      ? "no two runs differ there"
      : often === 0
        ? `no pair of runs changes order in more than 5 % of them`
        : `${often} of ${count(pairs, "pair")} of runs change${often === 1 ? "s" : ""} order in more than 5 % of them`;
  const basis = `${whole(flips.disputed)} of ${whole(flips.labelled)} labelled pairs are disputed among ${count(flips.raters, "rater")}`;

  return [
    `When labels are drawn from the raters’ own disagreement (${basis}), ${leader}, and ${turned} (${percent(settings.level)} intervals, seed ${settings.seed}).`,
  ];
}

function count(n: number, noun: string): string {
  return `${whole(n)} ${noun}${n === 1 ? "" : "s"}`;
}

function whole(n: number): string {
  return n.toLocaleString("en-US");
}

function decimal(value: number): string {
  const text = Math.abs(value).toFixed(2).replace(/^0\./, ".");

  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

function percent(share: number): string {
  const hundred = share * 100;
  const text = hundred > 0 && hundred < 1 ? hundred.toFixed(1) : hundred.toFixed(0);

  return `${text}\u202f%`;
}
