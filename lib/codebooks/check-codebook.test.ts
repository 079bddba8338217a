import { describe, expect, it } from "vitest";
import { builtInCodebooks } from "./built-in/find-built-in";
import { checkCodebook } from "./check-codebook";
import { smallInput } from "./fixtures/small-codebook";
import { pathText } from "./path-text";
import { CodebookSchema } from "./schema";

type Draft = { [key: string]: Draft } & Draft[];

/** The faults of the small codebook after one change, as `path: reason`. */
function faultsAfter(change: (draft: Draft) => void): string[] {
  const draft = structuredClone(smallInput) as unknown as Draft;
  change(draft);
  const { faults } = checkCodebook(CodebookSchema.parse(draft));
  return faults.map(({ path, reason }) => `${pathText(path)}: ${reason}`);
}
const set = (path: (string | number)[], value: unknown) =>
  faultsAfter((draft) => {
    const holder = path.slice(0, -1).reduce<Draft>((part, step) => part[step as number] as Draft, draft);
    (holder as Record<string | number, unknown>)[path.at(-1) as string] = value;
  });

it("the codebook of these tests and the built-in ones have no faults and no warnings", () => {
  expect(faultsAfter(() => {})).toEqual([]);
  for (const codebook of builtInCodebooks) expect(checkCodebook(codebook)).toEqual({ faults: [], warnings: [] });
});

describe("names", () => {
  it.each([
    [["questions", 1, "id"], "sound", /^questions\[1\]\.id: sound is already the name of a question/],
    [["questions", 0, "id"], "kind", /^questions\[0\]\.id: kind is already the name of a field/],
    [["derived", 0, "id"], "grade", /^derived\[0\]\.id: grade is already the name of a question/],
    [["marks", 0, "id"], "year", /^marks\[0\]\.id: year is already the name of a field/],
    [["item", "fields", 3, "id"], "doc", /^item\.fields\[3\]\.id: doc is already the name of a field/],
    [["item", "fields", 3, "id"], "key", /^item\.fields\[3\]\.id: key is kept/],
    [["item", "fields", 3, "id"], "mark_x", /^item\.fields\[3\]\.id: mark_… is kept/],
    [
      ["item", "fields", 1, "aliases"],
      ["document"],
      /^item\.fields\[1\]\.aliases\[0\]: document is already the name of an alias of field doc/,
    ],
    [
      ["questions", 0, "aliases"],
      ["ok"],
      /^derived\[0\]\.aliases\[0\]: ok is already the name of an alias of question sound/,
    ],
    [["questions", 0, "aliases"], ["_skip"], /^questions\[0\]\.aliases\[0\]: names that start with _/],
    [["questions", 1, "options", 1, "id"], "1", /a second option 1/],
    [
      ["questions", 1, "options", 1, "aliases"],
      ["Poor"],
      /^questions\[1\]\.options\[1\]: "Poor" would mean both 1 and 2/,
    ],
    [["skipReasons", 0, "id"], "other", /^skipReasons\[0\]\.id: other is always there/],
  ])("%j = %j", (path, value, fault) => {
    expect(set(path, value).some((text) => fault.test(text))).toBe(true);
  });
});

describe("references", () => {
  it.each([
    [
      ["questions", 0, "askWhen"],
      { question: "grade", is: ["1"] },
      "questions[0].askWhen.question: whether to ask sound cannot wait for grade, which does not come before it",
    ],
    [
      ["questions", 0, "askWhen"],
      { derived: "fine", is: ["FINE"] },
      "questions[0].askWhen.derived: whether to ask sound cannot wait for grade, which does not come before it",
    ],
    [
      ["questions", 0, "askWhen"],
      { field: "hint", known: true },
      "questions[0].askWhen.field: field hint is not shown to raters, so their questions cannot depend on it",
    ],
    [
      ["questions", 0, "askWhen"],
      { field: "kind", atLeast: 3 },
      "questions[0].askWhen.field: field kind is not a number",
    ],
    [
      ["questions", 0, "askWhen"],
      { not: { any: [{ field: "colour", is: ["red"] }] } },
      "questions[0].askWhen.not.any[0].field: there is no field colour",
    ],
    [
      ["questions", 1, "askWhen"],
      { question: "sound", is: ["maybe"] },
      "questions[1].askWhen.question: question sound has no option maybe",
    ],
    [["parameters"], {}, "derived[1].rule.when.atLeast.parameter: there is no parameter limit"],
    [["floors", 0, "question"], "sound", "floors[0].question: question sound has no option 2"],
    [["questions", 1, "note"], "none", "floors[0].question: below a floor a note is asked for, and grade takes none"],
    [
      ["questions", 0, "criteria"],
      [{ id: "c", text: "t", variants: ["v"] }],
      "questions[0].criteria[0].variants[0]: question sound has no variant v",
    ],
    [["distinctions", 0, "options"], ["1", "1"], "distinctions[0].options: a distinction needs two different options"],
    [["distinctions", 0, "options"], ["1", "9"], "distinctions[0].question: question grade has no option 9"],
    [
      ["distinctions", 0, "examples"],
      [{ text: "t", option: "3" }],
      "distinctions[0].examples[0].option: an example shows one of the two options",
    ],
    [
      ["derived", 0, "rule", "map", "to"],
      { 1: "POOR", 2: "FINE", UNSURE: null },
      "derived[0].rule.map.to: option 3 of grade is missing (null where it says nothing)",
    ],
    [["derived", 0, "rule", "map", "to", "1"], "BAD", "derived[0].rule.map.to.1: fine has no option BAD"],
    [["derived", 0, "rule", "map", "question"], "gone", "derived[0].rule.map.question: there is no question gone"],
    [["derived", 1, "rule", "yes"], "YES", "derived[1].rule.yes: many has no option YES"],
    [
      ["derived", 1, "rule", "when"],
      { mark: "odd" },
      "derived[1].rule.when.mark: many is computed from the item alone (ofItem) and cannot read answers",
    ],
    [
      ["derived", 1, "rule", "when"],
      { derived: "both", is: ["yes"] },
      "derived[1].rule.when.derived: many can only rest on derived labels above it, and both is not",
    ],
    [
      ["derived", 2, "rule", "when"],
      { derived: "both", is: ["yes"] },
      "derived[2].rule.when.derived: both can only rest on derived labels above it, and both is not",
    ],
    [
      ["derived", 2, "rule", "when"],
      { derived: "gone", is: ["yes"] },
      "derived[2].rule.when.derived: there is no derived label gone",
    ],
  ])("%j = %j", (path, value, fault) => {
    expect(set(path, value)).toContain(fault);
  });
});

describe("item fields", () => {
  it.each([
    [
      ["item", "key"],
      ["parts"],
      "item.key[0]: field parts is of type contexts; here it must be text or integer or choice",
    ],
    [["item", "focal"], "gone", "item.focal: there is no field gone"],
    [["item", "window"], "year", "item.window: field year is of type integer; here it must be window or text"],
    [["item", "fields", 2, "citedAs"], "gone", "item.fields[2].citedAs: there is no field gone"],
    [
      ["item", "fields", 2, "markerFrom"],
      "year",
      "item.fields[2].markerFrom: field year is of type integer; here it must be text",
    ],
    [["item", "fields", 3, "marker"], "[X]", "item.fields[3].marker: only a window or contexts have a marked target"],
    [["item", "fields", 8, "of"], "doc", "item.fields[8].of: field doc is of type text; here it must be contexts"],
    [["item", "fields", 8, "given"], "doc", "item.fields[8].given: field doc is of type text; here it must be integer"],
    [["item", "fields", 4, "of"], "parts", "item.fields[4].of: only a count has `of` and `given`"],
    [["item", "fields", 1, "values"], [], "item.fields[1].type: a choice needs `values`"],
    [["item", "fields", 0, "values"], ["a"], "item.fields[0].values: only a choice has `values`"],
  ])("%j = %j", (path, value, fault) => {
    expect(set(path, value)).toContain(fault);
  });
});

describe("keys", () => {
  it("fixed: again in another question, never twice in one, never the page's or a mark's", () => {
    expect(set(["questions", 1, "options", 0, "key"], "y")).toEqual([]);
    expect(set(["questions", 1, "options", 0, "key"], "2")).toEqual([
      expect.stringMatching(/^questions\[1\]\.options\[1\]\.key: key 2 would mean both/),
    ]);
    expect(set(["questions", 1, "options", 0, "key"], "d")).toEqual([
      expect.stringMatching(/both mark odd and option 1/),
    ]);
    for (const key of "usfcgxjk") expect(set(["questions", 1, "options", 0, "key"], key)).toHaveLength(1);
    for (const key of "nb") expect(set(["questions", 1, "options", 0, "key"], key)).toEqual([]);
    expect(set(["questions", 1, "options", 3, "key"], "4")).toEqual([expect.stringMatching(/asked of judges only/)]);
  });

  it("any: all questions listen together", () => {
    const together = faultsAfter((draft) => {
      Object.assign(draft, { order: "any" });
      Object.assign(draft.questions![1]!.options![0]!, { key: "y" });
    });
    expect(together).toEqual([
      expect.stringMatching(/^questions\[1\]\.options\[0\]\.key: key y would mean both option yes of question sound/),
    ]);
  });
});

describe("scales", () => {
  it.each([
    [
      ["questions", 0, "options"],
      [
        { id: "a", label: "A" },
        { id: "b", label: "B" },
        { id: "c", label: "C" },
      ],
      "questions[0].options: a binary scale has two options that humans can choose, not 3",
    ],
    [
      ["questions", 1, "options", 2, "id"],
      "0",
      "questions[1].options[2]: ordinal options go from low to high; 0 stands after 2",
    ],
  ])("%j", (path, value, fault) => {
    expect(set(path, value)).toContain(fault);
  });
});
