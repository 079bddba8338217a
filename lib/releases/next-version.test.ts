import { expect, test } from "vitest";
import { nextVersion, step, type VersionFacts } from "./next-version";

const facts: VersionFacts = {
  version: "1.2.3",
  scheme: "c1",
  pool: "p1",
  targetSets: { test: "t1" },
  layers: { gold: { rule: "r1", rows: 10, labelled: 8, labels: "l1" } },
  tables: { endorsement_pairs: { rows: 5, sha256: "e1" } },
  items: 10,
  labels: 30,
};
const pairs = (rows: number, sha256: string) => ({ tables: { endorsement_pairs: { rows, sha256 } } });
const gold = (more: object) => ({ layers: { gold: { rule: "r1", rows: 10, labelled: 8, labels: "l1", ...more } } });

test("the first release is 1.0.0", () => {
  expect(nextVersion(null, facts)).toEqual({ version: "1.0.0", bump: "first", reasons: ["First release."] });
});

test.each<[string, object, string, string[]]>([
  ["codebook", { scheme: "c2" }, "2.0.0", ["The codebook changed."]],
  ["pool", { pool: "p2" }, "2.0.0", ["The pool changed."]],
  ["pool gone", { pool: null }, "2.0.0", ["The pool was taken out."]],
  ["split", { targetSets: { test: "t2" } }, "2.0.0", ["The target set test changed."]],
  ["new split", { targetSets: { test: "t1", dev: "d" } }, "2.0.0", ["The target set dev was added."]],
  ["rule", gold({ rule: "r2" }), "2.0.0", ["The rule of the layer gold changed."]],
  ["layer gone", { layers: {} }, "2.0.0", ["The layer gold was taken out."]],
  ["rows", gold({ labelled: 9, labels: "l2" }), "1.3.0", ["The layer gold has 1 more labelled row."]],
  ["other labels", gold({ labels: "l2" }), "1.3.0", ["Rows of the layer gold have other labels."]],
  [
    "layer added",
    { layers: { ...facts.layers, silver: { rule: "s", rows: 10, labelled: 2, labels: "x" } } },
    "1.3.0",
    ["The layer silver was added, with 2 labelled rows."],
  ],
  ["labels", { labels: 32 }, "1.3.0", ["2 labels more."]],
  [
    "withdrawals",
    { ...gold({ rows: 9, labelled: 7, labels: "l2" }), items: 9, labels: 27 },
    "1.2.4",
    ["The layer gold has 1 labelled row fewer.", "1 item withdrawn.", "3 labels withdrawn."],
  ],
  ["pairs", pairs(7, "e2"), "1.3.0", ["The table endorsement_pairs has 2 more rows."]],
  ["other pairs", pairs(5, "e2"), "1.3.0", ["Rows of the table endorsement_pairs changed."]],
  ["pairs withdrawn", pairs(4, "e2"), "1.2.4", ["The table endorsement_pairs has 1 row fewer."]],
  ["table gone", { tables: {} }, "2.0.0", ["The table endorsement_pairs was taken out."]],
  ["texts only", {}, "1.2.4", ["The rows are those of the release before; texts may differ."]],
])("%s", (_, change, version, reasons) => {
  const next = nextVersion(facts, { ...facts, ...change });
  expect([next.version, next.reasons]).toEqual([version, reasons]);
});

test("the greatest step wins and every reason is told, the weightiest first", () => {
  const next = nextVersion(facts, { ...facts, pool: "p2", items: 11, labels: 29 });
  expect(next).toEqual({
    version: "2.0.0",
    bump: "major",
    reasons: ["The pool changed.", "1 item more.", "1 label withdrawn."],
  });
});

test("what is no version is refused", () => {
  expect(step("0.9.9", "patch")).toBe("0.9.10");
  for (const version of ["1.2", "v1.2.3", "1.2.3-beta", "", "1.2.3 "]) expect(() => step(version, "minor")).toThrow();
});
