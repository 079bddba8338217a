export type Rounding = "half_up" | "half_even" | "down";

/**
 * A number to so many decimals, as people round: on its decimal digits (twelve significant ones), so that
 * .43749999999999994 is a half. `half_up` rounds halves away from zero, `half_even` to the even digit, `down` cuts off.
 * O(1).
 *
 * @example roundDecimal(0.4375, 3); // => "0.438"
 */
export function roundDecimal(value: number, digits: number, rounding: Rounding = "half_up"): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be rounded.`);
  const negative = value < 0;
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential(11).split("e");
  const shift = Number(exponent) + digits;
  const all = mantissa.replace(".", "");
  const kept = shift < 0 ? "0" : all.slice(0, shift + 1).padEnd(shift + 1, "0");
  const rest = shift < 0 ? `${"0".repeat(-shift - 1)}${all}` : all.slice(shift + 1);
  const units = BigInt(kept) + (roundsUp(kept, rest, rounding) ? 1n : 0n);
  const text = units.toString().padStart(digits + 1, "0");
  const sign = negative && units !== 0n ? "-" : "";

  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function roundsUp(kept: string, rest: string, rounding: Rounding): boolean {
  const first = rest[0] ?? "0";
  if (rounding === "down" || first < "5") return false;
  const half = first === "5" && /^5?0*$/.test(rest);
  if (!half || rounding === "half_up") return true;

  return Number(kept.at(-1)) % 2 === 1;
}

/** A coefficient as papers print it: three decimals, no zero before the point. O(1). @example printed(0.4614) // ".461" */
export function printed(value: number, digits = 3): string {
  return roundDecimal(value, digits).replace(/^(-?)0\./, "$1.");
}
