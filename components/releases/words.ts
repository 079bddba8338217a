import { formatDecimal } from "@/components/ui/format-number";
import type { ReleaseNumber } from "@/lib/releases/wire";

export const STATE_WORDS = { building: "being made", interrupted: "interrupted", ready: "frozen", failed: "failed" };
export const STATE_INKS = {
  building: "text-accent",
  interrupted: "text-warn",
  ready: "text-good",
  failed: "text-bad",
};

/** A size for people: 512 B, 1.5 kB, 20 MB (powers of ten). */
export function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = bytes;
  let place = 0;
  while (size >= 999.5 && place < units.length - 1) {
    size /= 1000;
    place += 1;
  }
  const digits = place === 0 || size >= 9.95 ? 0 : 1;

  return `${size.toFixed(digits)} ${units[place]}`;
}

/** .461 [.41, .51], or that it is not defined and why. */
export function sayNumber({ value, low, high, undefined: why }: ReleaseNumber): string {
  if (value === null) return `not defined (${(why ?? "no reason given").replaceAll("_", " ")})`;
  const interval = low === null || high === null ? "" : ` [${formatDecimal(low, 2)}, ${formatDecimal(high, 2)}]`;

  return `${formatDecimal(value)}${interval}`;
}
