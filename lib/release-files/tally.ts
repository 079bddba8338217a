import { compareIds } from "@/lib/scoring/compare-ids";
import type { Row } from "./columns";
import type { Manifest } from "./manifest";

type Coverage = Manifest["coverage"];
type RaterCount = { rater: string; kind: "human" | "judge"; labels: number; items: number };
type RoundCount = { name: string; items: number; labels: number };

/** What items.* says of each stratum: how many were drawn, and their chances (two of them where they differ). */
export type DrawnStrata = ReadonlyMap<string, { readonly items: number; readonly chances: readonly number[] }>;

/** Counts of one layer's rows, as the manifest states them. */
export type LayerCounts = Manifest["layers"][number]["counts"];

/**
 * The counts of a manifest, from the rows of a release: items first, then labels in the order of their table. Raters and
 * rounds come by name, strata in the order of their first item. Memory: one entry an item. O(rows).
 *
 * @example const tally = tallyRows(); for (const row of items) tally.addItem(row); for (const row of labels) tally.addLabel(row);
 */
export function tallyRows() {
  const stratumOf = new Map<string, string>();
  const coverage = new Map<string, { items: number; labelled: number }>();
  const labelCounts: Record<string, Record<string, number>> = {};
  const raters = new Map<string, RaterCount & { last: unknown }>();
  const rounds = new Map<string, RoundCount & { last: unknown }>();
  const strata = new Map<string, { items: number; chances: Set<number> }>();
  const versions = new Map<string, Map<number, number>>();
  let labelled: unknown;

  return {
    addItem(row: Row): void {
      const stratum = String(row.stratum);
      if (typeof row.inclusion_probability === "number") {
        const own = strata.get(stratum) ?? { items: 0, chances: new Set<number>() };
        own.items++;
        if (own.chances.size < 2) own.chances.add(row.inclusion_probability);
        strata.set(stratum, own);
      }
      stratumOf.set(String(row.item), stratum);
      const counts = coverage.get(stratum) ?? { items: 0, labelled: 0 };
      coverage.set(stratum, { ...counts, items: counts.items + 1 });
    },
    addLabel(row: Row): void {
      const byOption = labelCounts[String(row.question)] ?? {};
      byOption[String(row.value)] = (byOption[String(row.value)] ?? 0) + 1;
      labelCounts[String(row.question)] = byOption;
      const kind: RaterCount["kind"] = row.kind === "judge" ? "judge" : "human";
      count(raters, String(row.rater), row.item, (rater) => ({ rater, kind, labels: 0, items: 0, last: undefined }));
      count(rounds, String(row.round), row.item, (name) => ({ name, items: 0, labels: 0, last: undefined }));
      if (row.counted === true) {
        const own = versions.get(String(row.question)) ?? new Map<number, number>();
        own.set(Number(row.codebook_version), (own.get(Number(row.codebook_version)) ?? 0) + 1);
        versions.set(String(row.question), own);
      }
      if (kind !== "human" || row.counted !== true || row.item === labelled) return;
      labelled = row.item;
      const stratum = coverage.get(stratumOf.get(String(row.item)) ?? "");
      if (stratum) stratum.labelled++;
    },
    /** Drawn items by the stratum they were first drawn from, with their chance where all have one. */
    strata: (): DrawnStrata =>
      new Map(Array.from(strata, ([name, { items, chances }]) => [name, { items, chances: [...chances] }])),
    /** Whether the release has an item of this key. */
    knows: (item: string): boolean => stratumOf.has(item),
    labelCounts: () => labelCounts,
    /** Counted labels of these questions under any version but one. */
    underOthers: (questions: readonly string[], version: number): number =>
      questions
        .flatMap((question) => [...(versions.get(question) ?? [])])
        .reduce((sum, [given, n]) => (given === version ? sum : sum + n), 0),
    raters: (): RaterCount[] => byName(raters),
    rounds: (): RoundCount[] => byName(rounds),
    coverage: (): Coverage => Array.from(coverage, ([stratum, counts]) => ({ stratum, ...counts })),
  };
}

function count<T extends { labels: number; items: number; last: unknown }>(
  counts: Map<string, T>,
  name: string,
  item: unknown,
  fresh: (name: string) => T,
): void {
  const entry = counts.get(name) ?? fresh(name);
  entry.labels++;
  if (entry.last !== item) entry.items++;
  entry.last = item;
  counts.set(name, entry);
}

/** The entries in the order of their names, without what only counting needed. */
function byName<T extends { last: unknown }>(counts: ReadonlyMap<string, T>): Omit<T, "last">[] {
  return [...counts].sort(([a], [b]) => compareIds(a, b)).map(([, { last, ...row }]) => row);
}

/**
 * Counts of a layer's rows, one page after the other. O(rows).
 *
 * @example const tally = tallyLayer(); for (const row of rows) tally.add(row); tally.counts().labelled;
 */
export function tallyLayer() {
  const found: LayerCounts = { rows: 0, labelled: 0, byLabel: {}, byDecision: {} };
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };

  return {
    add(row: Row): void {
      found.rows++;
      add(found.byDecision, String(row.decided));
      if (row.label === null) return;
      found.labelled++;
      add(found.byLabel, String(row.label));
    },
    counts: (): LayerCounts => found,
  };
}
