export type Merge = { from: string; size: number; into: string };

/**
 * Merges cells with fewer than `minimum` items. The stated order: take the smallest cell below the minimum (ties: the
 * name that sorts first), merge it with the next smallest cell, name the two `a + b` in order of names; repeat until no
 * cell is below the minimum or one is left. Answers where each cell went, and the steps. O(cells²).
 * @example mergeStrata(new Map([["a", 2], ["b", 9], ["c", 3]]), 5).merged.get("a") // "a + c"
 */
export function mergeStrata(
  sizes: ReadonlyMap<string, number>,
  minimum: number,
): { merged: Map<string, string>; merges: Merge[] } {
  let cells = [...sizes].map(([name, size]) => ({ names: [name], size }));
  const merges: Merge[] = [];
  for (;;) {
    cells = cells.sort((a, b) => a.size - b.size || (title(a) < title(b) ? -1 : 1));
    const [smallest, next, ...rest] = cells;
    if (!smallest || !next || smallest.size >= minimum) break;
    const both = { names: [...smallest.names, ...next.names].sort(byName), size: smallest.size + next.size };
    merges.push({ from: title(smallest), size: smallest.size, into: title(both) });
    cells = [both, ...rest];
  }
  const merged = new Map(cells.flatMap((cell) => cell.names.map((name) => [name, title(cell)] as const)));

  return { merged, merges };
}

function title(cell: { names: readonly string[] }): string {
  return cell.names.join(" + ");
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
