const minus = "\u2212";
const thin = "\u202f";
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A coefficient or share: `.461`, `−.120`, `1.000`. No leading zero, a true minus sign, never `−.000`. */
export function formatDecimal(value: number, digits = 3): string {
  const text = withoutNoise(Math.abs(value)).toFixed(digits);
  const short = text.startsWith("0.") ? text.slice(1) : text;
  return value < 0 && /[1-9]/.test(text) ? `${minus}${short}` : short;
}

/** An interval: `[.41, .51]`. */
export function formatInterval(low: number, high: number, digits = 2): string {
  return `[${formatDecimal(low, digits)}, ${formatDecimal(high, digits)}]`;
}

/** A count: `1,712`. */
export function formatCount(value: number): string {
  return grouped.format(value).replace("-", minus);
}

/** A share of one as per cent: `87 %` with a narrow space that does not break. */
export function formatPercent(share: number, digits = 0): string {
  const text = withoutNoise(Math.abs(share * 100)).toFixed(digits);
  return `${share < 0 && /[1-9]/.test(text) ? minus : ""}${text}${thin}%`;
}

/** `510 of 510`, both grouped. */
export function formatOf(part: number, whole: number): string {
  return `${formatCount(part)} of ${formatCount(whole)}`;
}

/** A half that sums reached as .43749999999999994 is a half: it rounds up, as .4375 does. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}
