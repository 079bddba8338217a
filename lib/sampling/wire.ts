/** What these verbs answer, for pages and browsers alike. */

export type RoundRow = {
  roundId: string;
  name: string;
  purpose: string;
  seed: string;
  closed: boolean;
  items: number;
  /** Slots by state; closed ones are outside the total. */
  open: number;
  leased: number;
  filled: number;
  skipped: number;
  total: number;
};
