import { type KendallTau, kendallTau } from "./kendall-tau";

/** The same runs under two layers. */
export type RankAgreement = {
  readonly a: string;
  readonly b: string;
  readonly tau: KendallTau;
  /** The runs that lead in each (several where they tie), and whether these are the same. */
  readonly topOfA: readonly string[];
  readonly topOfB: readonly string[];
  readonly sameTop: boolean;
};

/**
 * Whether a leaderboard stands: for each pair of layers, Kendall's τ-b between the orders of the runs and who leads. `values[l][r]`
 * is run r's mean under layer l. O(layers² × runs²).
 *
 * @example rankAgreement(["majority", "judge"], ["bm25", "dense"], [[0.3, 0.4], [0.5, 0.4]])[0]?.sameTop; // => false
 */
export function rankAgreement(
  layers: readonly string[],
  runs: readonly string[],
  values: readonly (readonly number[])[],
): RankAgreement[] {
  return layers.flatMap((a, i) =>
    layers.slice(i + 1).map((b, offset) => {
      const left = values[i] ?? [];
      const right = values[i + 1 + offset] ?? [];
      const topOfA = leaders(runs, left);
      const topOfB = leaders(runs, right);

      return { a, b, tau: kendallTau(left, right), topOfA, topOfB, sameTop: topOfA.join("\n") === topOfB.join("\n") };
    }),
  );
}

function leaders(runs: readonly string[], values: readonly number[]): string[] {
  const best = Math.max(...values);

  return runs.filter((_, index) => (values[index] ?? 0) >= best - 1e-12);
}
