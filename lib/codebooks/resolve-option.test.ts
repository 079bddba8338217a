import { expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { distinctionFor } from "./distinction-for";
import { findLabelColumn, labelColumns } from "./find-label-column";
import { resolveOption } from "./resolve-option";

const options = [
  { id: "A", label: "Alpha", code: "al", aliases: ["x"] },
  { id: "a", label: "Aleph", aliases: ["X"] },
  { id: "1", label: "One", aliases: ["true"] },
];
const idOf = (value: unknown) => {
  const found = resolveOption(options, value);
  return found.ok ? found.option.id : found.reason;
};

it("exact goes before case-insensitive, and two possible options are none", () => {
  expect(["A", "a", "al", "Aleph", "x", "X", " A "].map(idOf)).toEqual(["A", "a", "A", "a", "A", "a", "A"]);
  expect(["ALPHA", "AL", "ONE"].map(idOf)).toEqual(["A", "A", "1"]);
  const twice = [
    { id: "p", label: "Yes" },
    { id: "q", label: "YES" },
  ];
  expect(resolveOption(twice, "yes")).toEqual({ ok: false, reason: "ambiguous" });
});

it("numbers and booleans count as written, other things are unknown", () => {
  expect([1, true, 1.5, null, undefined, {}, ""].map(idOf)).toEqual(["1", "1", ...Array(5).fill("unknown")]);
});

it("columns by id, alias, and case where only one fits", () => {
  expect(labelColumns(citationRole).map(({ id }) => id)).toEqual(["role", "root"]);
  const names = ["role", "subtype", "Subtype", "label", "ROOT", "context_id", "labels"];
  const found = ["role", "role", "role", "root", "root", undefined, undefined];
  expect(names.map((name) => findLabelColumn(citationRole, name)?.id)).toEqual(found);
});

it("a distinction is found from either side", () => {
  const pair = distinctionFor(citationRole, "role", "TF", "ME");
  expect(pair?.options).toEqual(["ME", "TF"]);
  expect(distinctionFor(citationRole, "role", "ME", "TF")).toBe(pair);
  expect(distinctionFor(citationRole, "role", "ME", "BC")).toBeUndefined();
  expect(distinctionFor(citationRole, "root", "ME", "TF")).toBeUndefined();
});
