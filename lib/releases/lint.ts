import type { LintFinding, LintRule, Profile } from "./wire";

/** Suspects as the snapshot's queries count them: the first rows, at most a hundred, and how many there are. */
export type Suspects<Row> = { rows: readonly Row[]; total: number };
type Pair = { set: string; focal: string; target: string };

/** What the rules need to know of a study and a plan. Every list is in key order, so that a finding is repeatable. */
export type LintFacts = {
  profile: Profile;
  targetSets: readonly { name: string; kind: "targets" | "tier" | "split"; sha256: string; rows: number }[];
  /** Of split sets: each author with the splits that hold them, where these are more than one. */
  authors: Suspects<{ author: string; splits: readonly string[] }>;
  /** Pairs of a tier that the tier around it does not hold. */
  notNested: Suspects<Pair & { outer: string }>;
  layers: readonly {
    name: string;
    question: string;
    /** The label list that this layer's rows may use, in order. */
    options: readonly string[];
    /** Labels that its rows do use. */
    used: readonly string[];
    rows: number;
    labelled: number;
    /** Keys that stand more than once. */
    duplicates: Suspects<string>;
  }[];
  /** Layers that cannot stand in qrels, with the reason. */
  withoutQrels: readonly { layer: string; why: string }[];
  /** Tables of the plan that this study cannot fill, with the reason. */
  withoutTables: readonly { table: string; why: string }[];
  stated: readonly { layer: string; rows: number }[];
  outsidePool: Suspects<Pair>;
  /** Published after the query's cut-off; `run`: ranked by that run, else a target. Dates as YYYY-MM-DD. */
  late: Suspects<Pair & { published: string; cutOff: string; run?: string }>;
  /** Items whose text would stand in the release though its licence is closed or unknown. */
  closedTexts: Suspects<string>;
  /** A person's name or address within a text that would be published, with the place; the text itself is not repeated. */
  persons: Suspects<{ place: string }>;
};

/** All findings, refusals first. Pure: the same facts, the same findings. */
export function lint(facts: LintFacts): LintFinding[] {
  const findings = RULES.flatMap((rule) => rule(facts));

  return findings.toSorted((a, b) => Number(a.level === "warn") - Number(b.level === "warn"));
}

/** A release with one of these is not made. */
export function refusals(findings: readonly LintFinding[]): LintFinding[] {
  return findings.filter((finding) => finding.level === "refuse");
}

type Rule = (facts: LintFacts) => LintFinding[];

const RULES: readonly Rule[] = [
  splitsOneFile,
  ({ authors }) =>
    found(
      authors,
      "author_in_two_splits",
      "refuse",
      (n) => `${n} of the authors stand in more than one split: what is learnt from one is then tested on the other.`,
      ({ author, splits }) => `${author}: ${splits.join(", ")}`,
    ),
  ({ notNested }) =>
    found(
      notNested,
      "tiers_not_nested",
      "refuse",
      (n) => `${n} pairs of a tier are missing from the tier around it.`,
      ({ set, outer, focal, target }) => `${set}, not in ${outer}: ${pair(focal, target)}`,
    ),
  labelLists,
  statedNumbers,
  ({ outsidePool }) =>
    found(
      outsidePool,
      "target_outside_pool",
      "warn",
      (n) => `${n} targets are not in the pool: no run can find them. They are counted apart and not scored.`,
      ({ set, focal, target }) => `${set}: ${pair(focal, target)}`,
    ),
  lateCandidates,
  ({ layers }) =>
    layers.flatMap(({ name, duplicates }) =>
      found(
        duplicates,
        "duplicate_key",
        "refuse",
        (n) => `The layer ${name} has ${n} keys more than once.`,
        (key) => key,
      ),
    ),
  ({ profile, closedTexts }) =>
    profile === "public"
      ? found(
          closedTexts,
          "closed_text",
          "refuse",
          (n) => `${n} items would be published with a text whose licence is closed or unknown.`,
          (key) => key,
        )
      : [],
  ({ profile, persons }) =>
    profile === "public"
      ? found(
          persons,
          "person_named",
          "warn",
          (n) =>
            `${n} of the texts that would be published name a rater or hold an address. Take it out, or leave it if the word means something else.`,
          ({ place }) => place,
        )
      : [],
  ({ withoutQrels }) =>
    withoutQrels.map(({ layer, why }) =>
      one("no_qrels", "warn", `The layer ${layer} goes without qrels. ${why}`, [layer]),
    ),
  ({ withoutTables }) =>
    withoutTables.map(({ table, why }) => one("no_table", "warn", `The table ${table} is left out. ${why}`, [table])),
  ({ layers }) =>
    layers.flatMap(({ name, labelled }) =>
      labelled > 0 ? [] : [one("empty_layer", "warn", `The layer ${name} has no labelled row.`, [name])],
    ),
];

function pair(focal: string, target: string): string {
  return target === "" ? focal : `${focal} → ${target}`;
}

function one(rule: LintRule, level: LintFinding["level"], words: string, rows: string[]): LintFinding {
  return { rule, level, words, rows, total: rows.length };
}

function found<Row>(
  suspects: Suspects<Row>,
  rule: LintRule,
  level: LintFinding["level"],
  words: (total: number) => string,
  row: (row: Row) => string,
): LintFinding[] {
  if (suspects.total === 0) return [];

  return [{ rule, level, words: words(suspects.total), rows: suspects.rows.map(row), total: suspects.total }];
}

/** Two splits that were uploaded from the same bytes: a loader that reads both trains on its own test set. */
function splitsOneFile({ targetSets }: LintFacts): LintFinding[] {
  const names = new Map<string, string[]>();
  for (const { kind, sha256, name } of targetSets)
    if (kind === "split") names.set(sha256, [...(names.get(sha256) ?? []), name]);

  return [...names.values()]
    .filter((same) => same.length > 1)
    .map((same) =>
      one("splits_one_file", "refuse", `The splits ${same.join(" and ")} are one and the same file.`, same),
    );
}

/** Layers on one question must speak of the same labels, and no layer may use a label that its list lacks. */
function labelLists({ layers }: LintFacts): LintFinding[] {
  const findings: LintFinding[] = [];
  const first = new Map<string, LintFacts["layers"][number]>();
  for (const layer of layers) {
    const other = first.get(layer.question);
    if (!other) first.set(layer.question, layer);
    else if (other.options.join("\n") !== layer.options.join("\n")) {
      const rows = [other, layer].map(({ name, options }) => `${name}: ${options.join(", ")}`);
      findings.push(
        one(
          "label_lists_differ",
          "refuse",
          `The layers ${other.name} and ${layer.name} label ${layer.question} from different lists.`,
          rows,
        ),
      );
    }
    const unknown = layer.used.filter((label) => !layer.options.includes(label));
    if (unknown.length > 0) {
      const words = `The layer ${layer.name} uses labels that its list lacks.`;
      findings.push(one("label_lists_differ", "refuse", words, unknown.toSorted()));
    }
  }

  return findings;
}

function statedNumbers({ stated, layers }: LintFacts): LintFinding[] {
  return stated.flatMap(({ layer: name, rows }) => {
    const layer = layers.find((entry) => entry.name === name);
    if (layer?.labelled === rows) return [];
    const words = layer
      ? `${rows} rows are stated for the layer ${name}, which has ${layer.labelled} labelled rows.`
      : `Rows are stated for the layer ${name}, which is not in the release.`;

    return [one("stated_differs", "refuse", words, [name])];
  });
}

/** Time safety: what appeared after the query's cut-off cannot be its target, and a run that ranks it saw the future. */
function lateCandidates({ late }: LintFacts): LintFinding[] {
  const targets = late.rows.filter((row) => row.run === undefined);
  const ranked = late.rows.filter((row) => row.run !== undefined);
  const say = (row: (typeof late.rows)[number]) =>
    `${row.set}: ${pair(row.focal, row.target)}, of ${row.published}, after ${row.cutOff}`;
  const share = (rows: unknown[]) => (rows.length === late.rows.length ? late.total : rows.length);

  return [
    ...found(
      { rows: targets, total: share(targets) },
      "after_cut_off",
      "refuse",
      (n) => `${n} targets appeared after their query’s cut-off.`,
      say,
    ),
    ...found(
      { rows: ranked, total: share(ranked) },
      "after_cut_off",
      "warn",
      (n) => `${n} ranked candidates appeared after their query’s cut-off.`,
      say,
    ),
  ];
}
