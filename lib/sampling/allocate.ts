export type Allocation = "proportional" | "equal";

/**
 * How many to draw from each stratum so that the sum is min(size, all). `proportional`: the quota size × N_h / N rounded
 * by largest remainder, ties to the earlier stratum. `equal`: the same number from each, capped at the stratum's size;
 * what a small stratum cannot give is shared among the others, single remainders to the earlier ones.
 * O(strata × log strata) and O(strata²).
 * @example allocate([10, 2, 10], 12, "equal") // [5, 2, 5]
 */
export function allocate(sizes: readonly number[], size: number, how: Allocation): number[] {
  const total = sizes.reduce((sum, n) => sum + n, 0);
  const wanted = Math.min(size, total);
  if (wanted === total) return [...sizes];

  return how === "proportional" ? byLargestRemainder(sizes, wanted, total) : byFilling(sizes, wanted);
}

function byLargestRemainder(sizes: readonly number[], wanted: number, total: number): number[] {
  // Integer arithmetic: quotas in units of 1/total, so that equal remainders are equal.
  const parts = sizes.map((n, index) => ({
    index,
    whole: Math.floor((n * wanted) / total),
    rest: (n * wanted) % total,
  }));
  let left = wanted - parts.reduce((sum, part) => sum + part.whole, 0);
  for (const part of [...parts].sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left === 0) break;
    part.whole += 1;
    left -= 1;
  }

  return parts.map((part) => part.whole);
}

function byFilling(sizes: readonly number[], wanted: number): number[] {
  const given = sizes.map(() => 0);
  let left = wanted;
  for (;;) {
    const open = sizes.flatMap((n, index) => ((given[index] ?? 0) < n ? [index] : []));
    const share = Math.floor(left / open.length);
    if (share === 0) {
      for (const index of open.slice(0, left)) given[index] = (given[index] ?? 0) + 1;

      return given;
    }
    for (const index of open) {
      const more = Math.min(share, (sizes[index] ?? 0) - (given[index] ?? 0));
      given[index] = (given[index] ?? 0) + more;
      left -= more;
    }
    if (left === 0) return given;
  }
}
