import { type Settled, settledKey } from "./agreement-patterns";
import type { Row } from "./columns";

/** What verify keeps of a label row, to hold layers against: about a hundred bytes a label. */
export type KeptLabel = {
  readonly question: string;
  readonly round: string;
  readonly rater: string;
  readonly kind: "human" | "judge";
  readonly value: string;
  readonly origin: string;
  readonly version: number;
};

export type LabelIndex = {
  readonly labels: ReadonlyMap<string, readonly KeptLabel[]>;
  /** Every settled answer by `settledKey`; null where adjudicators left it open. */
  readonly settled: ReadonlyMap<string, { readonly value: string | null; readonly version: number }>;
};

/**
 * Counted labels on whole items, by item, for the questions that layers are about. O(labels).
 *
 * @example const index = indexLabels(new Set(["match"])); for (const row of labels) index.addLabel(row); index.labels.get("c1");
 */
export function indexLabels(questions: ReadonlySet<string>) {
  const labels = new Map<string, KeptLabel[]>();
  const settled = new Map<string, { value: string | null; version: number }>();
  const names = new Map<string, string>();
  // Pseudonyms, rounds and options come again and again; one string each is kept.
  const one = (text: unknown) => {
    const name = String(text);
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, name);

    return name;
  };

  return {
    labels,
    settled,
    addLabel(row: Row): void {
      if (row.counted !== true || row.unit !== "" || !questions.has(String(row.question))) return;
      const item = String(row.item);
      const kept: KeptLabel = {
        question: one(row.question),
        round: one(row.round),
        rater: one(row.rater),
        kind: row.kind === "judge" ? "judge" : "human",
        value: one(row.value),
        origin: one(row.origin),
        version: Number(row.codebook_version),
      };
      const known = labels.get(item);
      if (known) known.push(kept);
      else labels.set(item, [kept]);
    },
    addAdjudication(row: Row): void {
      settled.set(settledKey(row), {
        value: row.value === null ? null : one(row.value),
        version: Number(row.codebook_version),
      });
    },
    /** The settled values alone, for agreement. */
    values(): Settled {
      return new Map([...settled].flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const])));
    },
  };
}
