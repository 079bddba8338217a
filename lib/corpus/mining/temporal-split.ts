/** Last days of training and of validation; what is later is for testing. */
export type SplitDates = { trainUntil: string; validUntil: string };

/** The boundaries that RATIO publishes: training to September 2025, validation the rest of that year. */
export const RATIO_DATES: SplitDates = { trainUntil: "2025-09-30", validUntil: "2025-12-31" };

export type Split = "train" | "valid" | "test" | "undated";

/**
 * The part of a temporal split that a date belongs to. A date of which only year or month is known belongs to a part if the whole of it
 * does; otherwise, and without a date, the paper is undated.
 *
 * @param date YYYY, YYYY-MM or YYYY-MM-DD. O(1)
 * @example splitOf("2025", RATIO_DATES) // "undated": January would be training, December validation
 */
export function splitOf(date: string | null | undefined, dates: SplitDates): Split {
  if (!date || !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(date)) return "undated";
  const first = partOf(`${date}${"-01-01".slice(date.length - 4)}`, dates);
  const last = partOf(lastDay(date), dates);

  return first === last ? first : "undated";
}

function partOf(day: string, { trainUntil, validUntil }: SplitDates): Split {
  if (day <= trainUntil) return "train";

  return day <= validUntil ? "valid" : "test";
}

function lastDay(date: string): string {
  if (date.length === 10) return date;
  if (date.length === 4) return `${date}-12-31`;
  const days = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5)), 0)).getUTCDate();

  return `${date}-${days}`;
}
