/**
 * The figures of the agreement page, computed here a second time, from the textbooks' formulas and with nothing of the
 * studio: rows are items, columns raters, undefined where a rater has no label. Options in their order.
 */
export type Label = string | undefined;
export type Rows = readonly (readonly Label[])[];
type Distance = "nominal" | "ordinal" | "interval";

/** Krippendorff's α by the coincidence matrix (Krippendorff 2011, Computing Krippendorff's alpha-reliability). */
export function alpha(rows: Rows, options: readonly string[], distance: Distance): number {
  const size = options.length;
  const coincidences = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const row of rows) {
    const values = row.flatMap((label) => (label === undefined ? [] : [options.indexOf(label)]));
    if (values.length < 2) continue;
    values.forEach((c, i) => {
      values.forEach((k, j) => {
        if (i !== j) coincidences[c]![k]! += 1 / (values.length - 1);
      });
    });
  }
  const totals = coincidences.map(sum);
  const n = sum(totals);
  const squared = (c: number, k: number): number => {
    if (distance === "nominal") return c === k ? 0 : 1;
    if (distance === "interval") return (Number(options[c]) - Number(options[k])) ** 2;
    const [low, high] = [Math.min(c, k), Math.max(c, k)];

    return (sum(totals.slice(low, high + 1)) - (totals[low]! + totals[high]!) / 2) ** 2;
  };
  let observed = 0;
  let expected = 0;
  for (let c = 0; c < size; c += 1) {
    for (let k = 0; k < size; k += 1) {
      observed += coincidences[c]![k]! * squared(c, k);
      expected += totals[c]! * totals[k]! * squared(c, k);
    }
  }

  return 1 - ((n - 1) * observed) / expected;
}

/** Cohen's κ of two columns on the rows where both have a label; `weight` of a disagreement by the options' places. */
export function kappa(
  rows: Rows,
  a: number,
  b: number,
  options: readonly string[],
  weight: (i: number, j: number) => number = (i, j) => (i === j ? 0 : 1),
): number {
  const both = rows.flatMap((row) =>
    row[a] === undefined || row[b] === undefined ? [] : [[options.indexOf(row[a]), options.indexOf(row[b])] as const],
  );
  const observed = mean(both.map(([i, j]) => weight(i, j)));
  const expected = mean(both.flatMap(([i]) => both.map(([, j]) => weight(i, j))));

  return 1 - observed / expected;
}

export const linear = (i: number, j: number) => Math.abs(i - j);
export const quadratic = (i: number, j: number) => (i - j) ** 2;

/** Over all pairs of columns that share rows: mean, lowest, highest. */
export function pairwise(columns: number, of: (a: number, b: number) => number): [number, number, number] {
  const values: number[] = [];
  for (let a = 0; a < columns; a += 1) for (let b = a + 1; b < columns; b += 1) values.push(of(a, b));

  return [mean(values), Math.min(...values), Math.max(...values)];
}

const given = (rows: Rows) =>
  rows.map((row) => row.filter((label) => label !== undefined)).filter((row) => row.length > 1);

/** Share of agreeing pairs within an item, mean over items with two labels or more. */
export function percentAgreement(rows: Rows): number {
  return mean(
    given(rows).map((row) => {
      const pairs = row.flatMap((x, i) => row.slice(i + 1).map((y) => Number(x === y)));

      return mean(pairs);
    }),
  );
}

export function allEqual(rows: Rows): number {
  return mean(given(rows).map((row) => Number(new Set(row).size === 1)));
}

export function withinOne(rows: Rows, options: readonly string[]): number {
  return mean(
    given(rows).map((row) => {
      const places = row.map((label) => options.indexOf(label));

      return Number(Math.max(...places) - Math.min(...places) <= 1);
    }),
  );
}

/** Strict plurality; undefined where two options share the first place, or nobody answered. */
export function majority(row: readonly Label[]): Label {
  const counts = new Map<string, number>();
  for (const label of row) if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  const ranked = [...counts].sort((x, y) => y[1] - x[1]);

  return ranked[0] && ranked[0][1] !== ranked[1]?.[1] ? ranked[0][0] : undefined;
}

/** As the studio prints a coefficient: three digits, no leading nought, a true minus. */
export function printed(value: number, digits = 3): string {
  // Twelve digits first: sums in another order may leave a half just below itself.
  const text = Number(Math.abs(value).toPrecision(12)).toFixed(digits).replace(/^0\./, ".");

  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
