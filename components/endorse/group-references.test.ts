import { expect, test } from "vitest";
import { findReferences, groupReferences } from "./group-references";

const reference = (n: number, title: string, year: number | null, section: string | null) => ({
  ...{ n, title, year, section },
  venue: null,
  authors: ["Zoë Ångström"],
});
const list = [
  reference(3, "Old maps", 1999, "10 Discussion"),
  reference(1, "Naïve readers", 2020, "2 Related work"),
  reference(2, "Slow lists", null, null),
];
const shape = (by: "shuffled" | "section" | "year") =>
  groupReferences(list, by).map((group) => [group.name, group.references.map(({ n }) => n)]);

test("shuffled keeps the order given; sections go as in the paper, years newest first, those without come last", () => {
  expect(shape("shuffled")).toEqual([[null, [3, 1, 2]]]);
  expect(shape("section")).toEqual([
    ["2 Related work", [1]],
    ["10 Discussion", [3]],
    [null, [2]],
  ]);
  expect(shape("year")).toEqual([
    ["2020", [1]],
    ["1999", [3]],
    [null, [2]],
  ]);
});

test("every word must be there, in title, authors or year; accents and case do not matter", () => {
  const found = (text: string) => findReferences(list, text).map(({ n }) => n);
  expect(found("NAIVE angstrom 2020")).toEqual([1]);
  expect(found("maps 2020")).toEqual([]);
  expect(found("  ")).toEqual([3, 1, 2]);
});
