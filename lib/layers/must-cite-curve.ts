/** How many references have each count, and how many of these are must-cite already by Type I or Type II. */
export type CountHistogram = ReadonlyMap<number, { references: number; otherwise: number }>;
export type CurvePoint = {
  n: number;
  /** References with exactly, at least, at most n. */
  exactly: number;
  atLeast: number;
  atMost: number;
  /** The last two as shares of the references whose count is known. */
  shareAtLeast: number | null;
  shareAtMost: number | null;
  /** Size of the must-cite union at N = n: Type I or Type II or a count of at least n. */
  mustCite: number;
};

/**
 * What each threshold N from 1 to `most` would admit. `unknown`: references without a count that are must-cite by
 * another type; they are in the union at every N and in no share. O(distinct counts × most).
 * @example mustCiteCurve(new Map([[1, { references: 3, otherwise: 1 }], [4, { references: 1, otherwise: 0 }]]), 0, 20)[1]
 * // { n: 2, exactly: 0, atLeast: 1, atMost: 3, shareAtLeast: 0.25, shareAtMost: 0.75, mustCite: 2 }
 */
export function mustCiteCurve(histogram: CountHistogram, unknown: number, most: number): CurvePoint[] {
  const entries = [...histogram];
  const known = entries.reduce((sum, [, { references }]) => sum + references, 0);
  const share = (part: number) => (known === 0 ? null : part / known);

  return Array.from({ length: most }, (_, i) => {
    const n = i + 1;
    const within = (test: (count: number) => boolean) =>
      entries.reduce((sum, [count, { references }]) => sum + (test(count) ? references : 0), 0);
    const atLeast = within((count) => count >= n);
    const atMost = within((count) => count <= n);
    const below = entries.reduce((sum, [count, { otherwise }]) => sum + (count < n ? otherwise : 0), 0);
    const exactly = within((count) => count === n);

    return {
      n,
      exactly,
      atLeast,
      atMost,
      shareAtLeast: share(atLeast),
      shareAtMost: share(atMost),
      mustCite: atLeast + below + unknown,
    };
  });
}

export const REGIONS = ["I", "II", "III", "I+II", "I+III", "II+III", "I+II+III"] as const;
export type Region = (typeof REGIONS)[number];

/**
 * Which of the seven regions of the three types a reference lies in; null where none of them is known to hold. A type
 * that is not known counts as not holding.
 * @example regionOf({ typeI: true, typeII: null, typeIII: true }) // "I+III"
 */
export function regionOf(types: {
  typeI: boolean | null;
  typeII: boolean | null;
  typeIII: boolean | null;
}): Region | null {
  const held = [types.typeI && "I", types.typeII && "II", types.typeIII && "III"].filter(Boolean).join("+");

  return REGIONS.find((region) => region === held) ?? null;
}
