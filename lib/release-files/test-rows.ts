import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { compareIds } from "@/lib/scoring/compare-ids";
import type { Row, Table } from "./columns";
import { EDGE_LAYER, LABELS } from "./tables";

/** The twelve units of four observers in Krippendorff (2011), "Computing Krippendorff’s alpha-reliability", example C. */
export const OBSERVERS: Record<string, (number | null)[]> = {
  "r-a": [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  "r-b": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  "r-c": [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  "r-d": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
};
export const JUDGE = [1, 2, 3, 2, 2, 2, 4, 1, 3, 5, 1, 3];
export const GRADES = ["1", "2", "3", "4", "5"];
const keyOf = (unit: number) => `u${String(unit + 1).padStart(2, "0")}`;
export const FOCAL = "9007199254740993";

/** Units 13 and 14 are two contexts of one edge. */
function pair(unit: number): { focal: string; target: string } {
  return { focal: FOCAL, target: String(1000 + Math.min(unit, 12)) };
}

function label(unit: number, question: string, rater: string, value: string, more: Partial<Row> = {}): Row {
  const judge = rater === "r-judge";

  return {
    item: keyOf(unit),
    ...pair(unit),
    unit: "",
    question,
    round: judge ? "corpus" : "main",
    rater,
    kind: judge ? "judge" : "human",
    value,
    derived: question === "match" && unit < 12,
    counted: true,
    origin: judge ? "imported" : "studio",
    codebook_version: 1,
    confidence: judge ? "high" : null,
    probability: judge ? 0.75 : null,
    at: "2026-03-01T00:00:00Z",
    note: null,
    ...more,
  };
}

export function labelRows(): Row[] {
  const rows = [...Object.entries(OBSERVERS), ["r-judge", JUDGE] as const].flatMap(([rater, values]) =>
    values.flatMap((value, unit) =>
      value === null
        ? []
        : [label(unit, "grade", rater, String(value)), label(unit, "match", rater, value >= 3 ? "yes" : "no")],
    ),
  );
  rows.push(label(12, "match", "r-a", "yes", { note: '=1+1, "quoted"\nand on' }), label(13, "match", "r-a", "no"));
  rows.push(label(13, "match", "r-b", "yes", { counted: false }));

  return sorted(LABELS, rows);
}

export function itemRows(): Row[] {
  return Array.from({ length: 14 }, (_, unit) => {
    const content = { window: `Context ${unit + 1}: “as [1] showed”`, nested: { b: 1, a: [unit] } };

    return {
      item: keyOf(unit),
      ...pair(unit),
      stratum: unit < 12 ? "graded" : "",
      inclusion_probability: unit < 12 ? 0.25 : null,
      content_sha256: sha256(canonicalJson(content)),
      content,
    };
  });
}

export const settledRows: Row[] = [
  {
    item: "u06",
    ...pair(5),
    unit: "",
    question: "grade",
    round: "main",
    value: "2",
    settled: "unanimous",
    reason: "genuinely_ambiguous",
    adjudicators: 2,
    codebook_version: 1,
  },
];

/** Labels by hand from the table above; u06 is a tie of 1, 2, 3 and 4. */
export const MAJORITY = ["1", "2", "3", "3", "2", null, "4", "1", "2", "5", "1", "3", null, null];

export function layerRow(
  unit: number,
  value: string | null,
  question: string,
  judged: boolean,
  rows: readonly Row[],
): Row {
  const own = rows.filter(
    (row) =>
      row.item === keyOf(unit) &&
      row.question === question &&
      row.counted === true &&
      (row.kind === "judge") === judged,
  );
  const share = own.filter((row) => row.value === value).length / own.length;

  return {
    item: keyOf(unit),
    ...pair(unit),
    label: value,
    decided: value === null ? (own.length > 0 ? "tie" : "none") : judged ? "judge" : "majority",
    confidence: value === null || judged ? null : share,
    raters: own.map((row) => String(row.rater)),
    values: own.map((row) => String(row.value)),
    counts_as: own.map((row) => String(row.value)),
    rounds: own.map((row) => String(row.round)),
    codebook_versions: own.map(() => 1),
  };
}

/** `match` by edge: yes where one of its items has a majority of yes; units 13 and 14 are one edge. */
export function edgeRows(rows: readonly Row[]): Row[] {
  const majority = MAJORITY.map((grade) => (grade === null ? null : Number(grade) >= 3 ? "yes" : "no"));
  majority[12] = "yes";
  majority[13] = "no";
  const edges = Array.from({ length: 13 }, (_, edge) => {
    const units = edge === 12 ? [12, 13] : [edge];
    const own = rows.filter(
      (row) =>
        units.some((unit) => row.item === keyOf(unit)) &&
        row.question === "match" &&
        row.kind === "human" &&
        row.counted === true,
    );
    const labels = units.flatMap((unit) => majority[unit] ?? []);
    const positive = labels.filter((one) => one === "yes").length;
    const { focal, target } = pair(edge);

    return {
      item: `${focal} ${target}`,
      focal,
      target,
      label: labels.length === 0 ? null : positive > 0 ? "yes" : "no",
      decided: labels.length === 0 ? "none" : "edge",
      confidence: labels.length === 0 ? null : positive / labels.length,
      n_items: units.length,
      n_labelled: labels.length,
      n_positive: positive,
      max_probability: null,
      items: own.map((row) => String(row.item)),
      raters: own.map((row) => String(row.rater)),
      values: own.map((row) => String(row.value)),
      counts_as: own.map((row) => String(row.value)),
      rounds: own.map((row) => String(row.round)),
      codebook_versions: own.map(() => 1),
    };
  });

  return sorted(EDGE_LAYER, edges);
}

export function paperRows(): Row[] {
  return Array.from({ length: 3 }, (_, edge) => ({
    focal_corpusid: String(BigInt(FOCAL) + BigInt(edge)),
    candidate_corpusid: "-5",
    n_mentions: edge + 1,
    n_root_mentions: edge,
    max_root_prob: edge === 0 ? null : 0.1,
    root_label: edge === 0 ? 0 : 1,
  }));
}

export function sorted(table: Table, rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => {
    for (const name of table.key) {
      const order = compareIds(String(a[name]), String(b[name]));
      if (order !== 0) return order;
    }

    return 0;
  });
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
