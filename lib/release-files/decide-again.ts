import type { ItemRule, PlainRule } from "./rule";

/** One label behind a decision: `value` null where it counts as no option of the layer. */
export type Said = {
  readonly rater: string;
  readonly kind: "human" | "judge";
  readonly value: string | null;
};

/** What is settled on the item: a value, null where adjudicators left it open, absent where nobody decided. */
export type SettledValue = { readonly value: string | null };

/** A label (null: none), or that the release's rows do not suffice to decide. */
export type Again = { readonly kind: "label"; readonly label: string | null } | { readonly kind: "unknown" };

const UNKNOWN: Again = { kind: "unknown" };

/**
 * An item's label under a layer's rule, decided again from the labels that a release names: written apart from the
 * studio's own decision, so that each checks the other. A posterior needs a fitted model and is `unknown`.
 * O(labels × options).
 *
 * @example decideAgain({ kind: "unanimous", least: 2 }, said, undefined, ["yes", "no"]); // yes yes: { kind: "label", label: "yes" }
 */
export function decideAgain(
  rule: ItemRule,
  said: readonly Said[],
  settled: SettledValue | undefined,
  options: readonly string[],
): Again {
  switch (rule.kind) {
    case "adjudicated_only":
      return label(settled?.value ?? null);
    case "adjudicated_first":
      return settled ? label(settled.value) : decidePlain(rule.otherwise, said, options);
    case "judge_corrected": {
      const people = decideAgain(rule.people, said, settled, options);
      if (people.kind === "unknown" || people.label !== null) return people;

      return label(strictPlurality(valuesOf(said, options, rule.judge)));
    }
    default:
      return decidePlain(rule, said, options);
  }
}

function decidePlain(rule: PlainRule, said: readonly Said[], options: readonly string[]): Again {
  const people = said.filter(({ kind }) => kind === "human");
  const values = valuesOf(people, options);
  switch (rule.kind) {
    case "majority": {
      if (values.length < rule.least) return label(null);
      const tied = mostFrequent(values).sort((a, b) => options.indexOf(a) - options.indexOf(b));
      if (tied.length <= 1) return label(tied[0] ?? null);
      if (rule.tie === "no_label") return label(null);
      if (rule.tie === "lowest") return label(tied[0] ?? null);
      if (rule.tie === "highest") return label(tied.at(-1) ?? null);

      return label(medianOf(values, options, rule.tie === "lower_median"));
    }
    case "median":
      return label(values.length < rule.least ? null : medianOf(values, options, rule.which === "lower"));
    case "unanimous":
      return label(values.length >= rule.least && new Set(values).size === 1 ? (values[0] ?? null) : null);
    case "rater":
      return label(strictPlurality(valuesOf(people, options, rule.rater)));
    case "judge":
      return label(strictPlurality(valuesOf(said, options, rule.judge)));
    case "dawid_skene":
      return UNKNOWN;
    default:
      return acceptance(rule, said, people);
  }
}

type AcceptanceRule = Extract<PlainRule, { kind: "hard" | "soft" | "silver" | "virtual_judge" }>;

/** Members who have not answered leave a verdict open unless the others settle it. */
function acceptance(rule: AcceptanceRule, said: readonly Said[], people: readonly Said[]): Again {
  const named = rule.kind === "hard" || rule.kind === "soft" ? rule.raters : rule.judges;
  const weights = rule.kind === "virtual_judge" && rule.combine.how === "weighted" ? rule.combine.weights : [];
  const votes = named
    ? named.flatMap((rater, place) => {
        const own = said.filter((one) => one.rater === rater).map(({ value }) => value);
        const given = own.length > 0 ? own : [null];

        return given.map((value) => ({ value, weight: (weights[place] ?? 1) / given.length }));
      })
    : people.map(({ value }) => ({ value, weight: 1 }));
  const weigh = (which: (value: string | null) => boolean) =>
    votes.reduce((sum, vote) => sum + (which(vote.value) ? vote.weight : 0), 0);
  const accepts = (value: string | null) => value !== null && rule.accept.includes(value);
  const [all, yes, open] = [weigh(() => true), weigh(accepts), weigh((value) => value === null)];
  if (all === open) return label(null);
  const needed = neededOf(rule, all);
  const enough = yes > 0 && yes >= needed - 1e-9 * all;
  if (!enough && yes + open >= needed - 1e-9 * all && open > 0) return label(null);
  if (!enough) return label(rule.kind === "silver" ? null : (rule.reject ?? null));
  const accepted = new Set(votes.flatMap(({ value }) => (accepts(value) ? [value] : [])));

  return label(accepted.size === 1 ? ([...accepted][0] ?? null) : (rule.accept[0] ?? null));
}

/** The accepting weight that makes a yes. */
function neededOf(rule: AcceptanceRule, all: number): number {
  if (rule.kind === "soft") return Number.MIN_VALUE;
  if (rule.kind !== "virtual_judge" || rule.combine.how === "both") return all;

  return rule.combine.how === "any" ? Number.MIN_VALUE : rule.combine.threshold * all;
}

function valuesOf(said: readonly Said[], options: readonly string[], rater?: string): string[] {
  return said.flatMap((one) =>
    one.value !== null && options.includes(one.value) && (rater === undefined || one.rater === rater)
      ? [one.value]
      : [],
  );
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());

  return [...counts].filter(([, count]) => count === most).map(([value]) => value);
}

function strictPlurality(values: readonly string[]): string | null {
  const tied = mostFrequent(values);

  return tied.length === 1 ? (tied[0] ?? null) : null;
}

function medianOf(values: readonly string[], options: readonly string[], lower: boolean): string | null {
  const sorted = values.toSorted((a, b) => options.indexOf(a) - options.indexOf(b));
  if (sorted.length === 0) return null;

  return sorted[lower ? Math.ceil(sorted.length / 2) - 1 : Math.floor(sorted.length / 2)] ?? null;
}

function label(value: string | null): Again {
  return { kind: "label", label: value };
}
