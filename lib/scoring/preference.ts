import { binomialTest } from "./fisher-exact";

/** One comparison of two lists, judged twice with the lists swapped: which slot won each time. `tuned` was in slot A first. */
export type Verdicts = { readonly first: Slot; readonly second: Slot };
export type Slot = "A" | "B" | "tie";

/** RATIO's inspiration preference. Shares are undefined where nothing could enter them. */
export type Preference = {
  readonly n: number;
  /** Comparisons that the same system won in both orders. */
  readonly tuned: number;
  readonly baseline: number;
  /** tuned / (tuned + baseline), and the two-sided binomial p-value against 1/2. */
  readonly winRate: number | undefined;
  readonly winP: number | undefined;
  /** Share with the same verdict in both orders, ties included. */
  readonly stable: number | undefined;
  /** Share of single judgements without tie that chose the first-listed, and its binomial p-value. */
  readonly slotA: number | undefined;
  readonly slotAP: number | undefined;
};

/**
 * Summarises comparisons judged in both orders: in the first order the tuned system is slot A, in the second slot B. A system is
 * preferred only where it wins both times. O(n).
 *
 * @example summarizePreferences([{ first: "A", second: "B" }]).winRate; // => 1
 */
export function summarizePreferences(verdicts: readonly Verdicts[]): Preference {
  const count = (keep: (one: Verdicts) => boolean) => verdicts.filter(keep).length;
  const tuned = count(({ first, second }) => first === "A" && second === "B");
  const baseline = count(({ first, second }) => first === "B" && second === "A");
  const ties = count(({ first, second }) => first === "tie" && second === "tie");
  const single = verdicts.flatMap(({ first, second }) => [first, second]).filter((slot) => slot !== "tie");
  const inA = single.filter((slot) => slot === "A").length;
  const share = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);

  return {
    n: verdicts.length,
    tuned,
    baseline,
    winRate: share(tuned, tuned + baseline),
    winP: tuned + baseline === 0 ? undefined : binomialTest(tuned, tuned + baseline),
    stable: share(tuned + baseline + ties, verdicts.length),
    slotA: share(inA, single.length),
    slotAP: single.length === 0 ? undefined : binomialTest(inA, single.length),
  };
}
