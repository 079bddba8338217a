import { expect, test } from "vitest";
import { type LintFacts, lint, refusals } from "./lint";

const none = { rows: [], total: 0 };
const layer = {
  name: "gold",
  question: "role",
  options: ["A", "B"],
  used: ["A"],
  rows: 10,
  labelled: 8,
  duplicates: none,
};
const clean: LintFacts = {
  profile: "public",
  targetSets: [
    { name: "train", kind: "split", sha256: "1", rows: 3 },
    { name: "test", kind: "split", sha256: "2", rows: 3 },
    // A tier may well be the same file as another tier: they are nested then.
    { name: "wide", kind: "tier", sha256: "1", rows: 3 },
  ],
  authors: none,
  notNested: none,
  layers: [layer],
  stated: [{ layer: "gold", rows: 8 }],
  withoutQrels: [],
  withoutTables: [],
  outsidePool: none,
  late: none,
  closedTexts: none,
  persons: none,
};
const pair = { set: "test", focal: "1", target: "2" };
const someLate = { ...pair, published: "2024-02-01", cutOff: "2024-01-31" };

test("nothing is found in what is in order", () => {
  expect(lint(clean)).toEqual([]);
});

test.each<[string, Partial<LintFacts>, string, string, string[]]>([
  [
    "splits that are one file",
    { targetSets: [...clean.targetSets, { name: "dev", kind: "split", sha256: "2", rows: 3 }] },
    "splits_one_file",
    "refuse",
    ["test", "dev"],
  ],
  [
    "an author in two splits",
    { authors: { rows: [{ author: "a9", splits: ["test", "train"] }], total: 1 } },
    "author_in_two_splits",
    "refuse",
    ["a9: test, train"],
  ],
  [
    "tiers that are not nested",
    { notNested: { rows: [{ ...pair, outer: "wide" }], total: 1 } },
    "tiers_not_nested",
    "refuse",
    ["test, not in wide: 1 → 2"],
  ],
  [
    "label lists that differ",
    { layers: [layer, { ...layer, name: "silver", options: ["A", "C"] }] },
    "label_lists_differ",
    "refuse",
    ["gold: A, B", "silver: A, C"],
  ],
  ["a label that the list lacks", { layers: [{ ...layer, used: ["A", "Z"] }] }, "label_lists_differ", "refuse", ["Z"]],
  [
    "a stated number that is not the rows'",
    { stated: [{ layer: "gold", rows: 9 }] },
    "stated_differs",
    "refuse",
    ["gold"],
  ],
  ["a stated number of no layer", { stated: [{ layer: "lead", rows: 8 }] }, "stated_differs", "refuse", ["lead"]],
  [
    "a target outside the pool",
    { outsidePool: { rows: [pair], total: 1 } },
    "target_outside_pool",
    "warn",
    ["test: 1 → 2"],
  ],
  [
    "a target after the cut-off",
    { late: { rows: [someLate], total: 1 } },
    "after_cut_off",
    "refuse",
    ["test: 1 → 2, of 2024-02-01, after 2024-01-31"],
  ],
  [
    "a ranked candidate after the cut-off",
    { late: { rows: [{ ...someLate, set: "run x", run: "x" }], total: 1 } },
    "after_cut_off",
    "warn",
    ["run x: 1 → 2, of 2024-02-01, after 2024-01-31"],
  ],
  [
    "a key twice",
    { layers: [{ ...layer, duplicates: { rows: ["k1"], total: 1 } }] },
    "duplicate_key",
    "refuse",
    ["k1"],
  ],
  ["closed text", { closedTexts: { rows: ["k1"], total: 1 } }, "closed_text", "refuse", ["k1"]],
  ["a person", { persons: { rows: [{ place: "the notes" }], total: 1 } }, "person_named", "warn", ["the notes"]],
  [
    "a layer whose pairs repeat",
    { withoutQrels: [{ layer: "gold", why: "1 and 2 stand together in 3 items." }] },
    "no_qrels",
    "warn",
    ["gold"],
  ],
  ["an empty layer", { layers: [{ ...layer, labelled: 0, used: [] }], stated: [] }, "empty_layer", "warn", ["gold"]],
])("%s", (_, change, rule, level, rows) => {
  const findings = lint({ ...clean, ...change });
  expect(findings.map((finding) => [finding.rule, finding.level, finding.rows])).toEqual([[rule, level, rows]]);
  expect(refusals(findings)).toHaveLength(level === "refuse" ? 1 : 0);
});

test("to the team closed texts and names are no finding; totals count beyond the rows shown; refusals come first", () => {
  const change = { closedTexts: { rows: ["k1"], total: 700 }, persons: { rows: [{ place: "x" }], total: 1 } };
  expect(lint({ ...clean, ...change, profile: "team" })).toEqual([]);
  const findings = lint({ ...clean, ...change, outsidePool: { rows: [pair], total: 5 } });
  expect(findings.map(({ level, total }) => [level, total])).toEqual([
    ["refuse", 700],
    ["warn", 5],
    ["warn", 1],
  ]);
  expect(findings[0]?.words).toContain("700 items");
});
