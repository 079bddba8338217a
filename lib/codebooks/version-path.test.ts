import fc from "fast-check";
import { expect, test } from "vitest";
import { checkVersionMapping } from "./check-version-mapping";
import { derivedAcross } from "./derived-across";
import { small, smallInput } from "./fixtures/small-codebook";
import type { CodebookMapping } from "./mapping-schema";
import { pathText } from "./path-text";
import { type Codebook, type CodebookInput, CodebookSchema } from "./schema";
import { suggestMapping } from "./suggest-mapping";
import { composePaths, mapLabel, samePath, stepPath } from "./version-path";

/** One nominal question `kind` with these options, and what they derive. */
function book(options: readonly string[], more: Partial<CodebookInput> = {}): Codebook {
  return CodebookSchema.parse({
    assay: 1,
    id: "book",
    title: "Book",
    item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
    questions: [
      {
        id: "kind",
        title: "Kind",
        text: "Which?",
        scale: "nominal",
        options: options.map((id) => ({ id, label: `label of ${id}` })),
      },
    ],
    ...more,
  });
}

const kind = (options: CodebookMapping[number]["options"]): CodebookMapping => [{ from: "kind", to: "kind", options }];
const reasons = (older: Codebook, newer: Codebook, mapping: CodebookMapping) =>
  checkVersionMapping(older, newer, mapping).map(({ path, reason }) => `${pathText(path)}: ${reason}`);

test("each fate of an option: kept, renamed, merged, split, dropped, added", () => {
  const [older, newer] = [book(["A", "B", "C", "D", "E", "F"]), book(["A", "BB", "CD", "E1", "E2", "NEW"])];
  const mapping = kind([
    { from: ["B"], to: ["BB"] },
    { from: ["C", "D"], to: ["CD"] },
    { from: ["E"], to: ["E1", "E2"] },
    { from: ["F"], to: [] },
    { from: [], to: ["NEW"] },
  ]);
  expect(reasons(older, newer, mapping)).toEqual([]);
  const path = stepPath(older, newer, mapping);
  const said = ["A", "B", "C", "D", "E", "F", "unheard"].map((value) => mapLabel(path, { question: "kind", value }));
  expect(said).toEqual([
    { question: "kind", value: "A" },
    { question: "kind", value: "BB" },
    { question: "kind", value: "CD" },
    { question: "kind", value: "CD" },
    { undecided: "split" },
    { undecided: "dropped" },
    { undecided: "dropped" },
  ]);
});

test("what is not accounted for, or twice, is refused by its path", () => {
  const [older, newer] = [book(["A", "B"]), book(["A", "C"])];
  expect(reasons(older, newer, [])).toEqual([
    "kind.B: is not in the new version: say what became of it, or that it was dropped",
    "kind.C: is not in the older version: say what became it, or that it was added",
  ]);
  const odd = kind([
    { from: ["B"], to: ["C", "C"] },
    { from: ["B", "X"], to: ["C", "Y"] },
    { from: [], to: [] },
  ]);
  expect(reasons(older, newer, odd)).toEqual([
    "[0].options[0].to[1]: C is named twice",
    "[0].options[1]: several options can only become one: write what became of each by itself",
    "[0].options[1].from[0]: B is named twice",
    "[0].options[1].from[1]: kind had no option X",
    "[0].options[1].to[1]: kind has no option Y",
    "[0].options[2]: names no option of either version",
  ]);
});

test("a merge in disguise is refused; the part of a split may keep the old id", () => {
  const older = book(["A", "B", "Z"]);
  expect(reasons(older, book(["A", "Z"]), kind([{ from: ["B"], to: ["A"] }]))).toEqual([
    "kind.A: is kept, and B becomes A too: write one merge, from both to A",
  ]);
  expect(reasons(older, book(["A", "Z"]), kind([{ from: ["A", "B"], to: ["A"] }]))).toEqual([]);
  const apart = kind([
    { from: ["A"], to: ["C"] },
    { from: ["B"], to: ["C"] },
  ]);
  expect(reasons(older, book(["C", "Z"]), apart)).toEqual([
    "[0].options[1].to: A becomes C too: write one merge, from both to C",
  ]);
  const kept = kind([{ from: ["A"], to: ["A", "A2"] }]);
  expect(reasons(older, book(["A", "A2", "B", "Z"]), kept)).toEqual([]);
  expect(mapLabel(stepPath(older, book(["A", "A2", "B", "Z"]), kept), { question: "kind", value: "A" })).toEqual({
    undecided: "split",
  });
});

test("questions are renamed, dropped and added; a question cannot become a derived label", () => {
  const newer = CodebookSchema.parse({
    ...smallInput,
    questions: smallInput.questions.map((question) =>
      question.id === "sound" ? { ...question, id: "solid" } : question,
    ),
  });
  expect(reasons(small, newer, [])).toEqual([
    "sound: is not in the new version: say which question it is now, or that it is asked no longer (to: null)",
    "solid: is not in the older version: say which question it was, or that it is new (from: null)",
  ]);
  const renamed: CodebookMapping = [{ from: "sound", to: "solid", options: [] }];
  expect(reasons(small, newer, renamed)).toEqual([]);
  expect(mapLabel(stepPath(small, newer, renamed), { question: "sound", value: "yes" })).toEqual({
    question: "solid",
    value: "yes",
  });
  const gone: CodebookMapping = [
    { from: "sound", to: null, options: [] },
    { from: null, to: "solid", options: [] },
  ];
  expect(reasons(small, newer, gone)).toEqual([]);
  expect(mapLabel(stepPath(small, newer, gone), { question: "sound", value: "yes" })).toEqual({ undecided: "dropped" });
  const crossed: CodebookMapping = [
    { from: "sound", to: "fine", options: [] },
    { from: "fine", to: "solid", options: [] },
  ];
  expect(reasons(small, newer, crossed)).toEqual(
    expect.arrayContaining(["[0]: sound was a question; fine is a derived label"]),
  );
});

test("over several versions: renamed twice; split and merged again is decided; a part dropped later is not", () => {
  const v1 = book(["A", "B"]);
  const v2 = book(["A1", "A2", "B"]);
  const split = stepPath(v1, v2, kind([{ from: ["A"], to: ["A1", "A2"] }]));
  const merged = stepPath(v2, book(["AA", "B"]), kind([{ from: ["A1", "A2"], to: ["AA"] }]));
  const dropped = stepPath(v2, book(["A1", "B"]), kind([{ from: ["A2"], to: [] }]));
  const renamed = stepPath(v2, book(["A1", "A2", "BB"]), kind([{ from: ["B"], to: ["BB"] }]));
  const a = { question: "kind", value: "A" };
  expect(mapLabel(composePaths(split, merged), a)).toEqual({ question: "kind", value: "AA" });
  expect(mapLabel(composePaths(split, dropped), a)).toEqual({ undecided: "split" });
  expect(mapLabel(composePaths(split, renamed), { question: "kind", value: "B" })).toEqual({
    question: "kind",
    value: "BB",
  });
});

test("the suggestion: same label is a rename, a common beginning a split, an alias a merge; the rest is dropped and added", () => {
  const option = (id: string, label: string, aliases: string[] = []) => ({ id, label, aliases });
  const ask = (options: ReturnType<typeof option>[]) =>
    book(["-"], {
      questions: [{ id: "kind", title: "Kind", text: "Which?", scale: "nominal", options }],
    } as Partial<CodebookInput>);
  const asked = (options: ReturnType<typeof option>[]) => CodebookSchema.parse(ask(options));
  const older = asked([
    option("BK", "Background"),
    option("TF", "Tool"),
    option("M", "Method"),
    option("N", "Model"),
    option("X", "Odd"),
  ]);
  const newer = asked([
    option("BACKGROUND", "background"),
    option("TF_DATA", "Data"),
    option("TF_CODE", "Code"),
    option("MM", "Methods and models", ["M", "N"]),
    option("NEW", "Newly seen"),
  ]);
  const suggested = suggestMapping(older, newer);
  expect(suggested).toEqual({
    sure: false,
    mapping: kind([
      { from: ["BK"], to: ["BACKGROUND"] },
      { from: ["M", "N"], to: ["MM"] },
      { from: ["TF"], to: ["TF_DATA", "TF_CODE"] },
      { from: ["X"], to: [] },
      { from: [], to: ["NEW"] },
    ]),
  });
  expect(reasons(older, newer, suggested.mapping)).toEqual([]);
  expect(suggestMapping(older, older)).toEqual({ sure: true, mapping: [] });
  expect(suggestMapping(book(["A", "B"]), book(["A", "B", "C"]))).toEqual({
    sure: true,
    mapping: kind([{ from: [], to: ["C"] }]),
  });
});

const Options = fc.uniqueArray(fc.constantFrom(..."ABCDEFGH"), { minLength: 2, maxLength: 8 });

test("whatever the versions, the suggestion accounts for everything", () => {
  fc.assert(
    fc.property(Options, Options, (one, other) => {
      const [older, newer] = [book(one), book(other)];
      expect(reasons(older, newer, suggestMapping(older, newer).mapping)).toEqual([]);
    }),
  );
});

/** A mapping of `one` drawn at random: every old option goes to a random list of new ones. */
const Step = fc.tuple(Options, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }));

test("paths compose: by steps or at once is the same, and version to itself changes nothing", () => {
  fc.assert(
    fc.property(Options, Step, Step, Options, (first, [second, draws], [third, others], last) => {
      const random = (from: readonly string[], to: readonly string[], numbers: readonly number[]) =>
        kind(
          from.map((id, i) => ({ from: [id], to: to.filter((_, j) => (numbers[(i * 5 + j) % 40] ?? 0) % 3 === 0) })),
        );
      const [b1, b2, b3, b4] = [book(first), book(second), book(third), book(last)];
      const one = stepPath(b1, b2, random(first, second, draws));
      const two = stepPath(b2, b3, random(second, third, others));
      const three = stepPath(b3, b4, kind(third.map((id) => ({ from: [id], to: last.includes(id) ? [id] : [] }))));
      expect(composePaths(samePath(b1), one)).toEqual(one);
      for (const value of first) {
        const label = { question: "kind", value };
        const left = mapLabel(composePaths(composePaths(one, two), three), label);
        expect(left).toEqual(mapLabel(composePaths(one, composePaths(two, three)), label));
        // A label that each step decides is decided by the whole, alike.
        const stepwise = mapLabel(one, label);
        const then = "value" in stepwise ? mapLabel(two, stepwise) : stepwise;
        if ("value" in then) expect(mapLabel(composePaths(one, two), label)).toEqual(then);
      }
    }),
  );
});

/** `side` of `kind`: A and B are LEFT, the rest RIGHT. */
function sided(to: Record<string, string | null>): Codebook {
  const options = ["LEFT", "RIGHT"].map((id) => ({ id, label: id }));
  return book(Object.keys(to), {
    derived: [{ id: "side", title: "Side", scale: "binary", options, rule: { map: { question: "kind", to } } }],
  });
}

test("a mapped derived label holds where the newer rule says the same of what the answer became", () => {
  const older = sided({ A: "LEFT", B: "LEFT", C: "RIGHT", D: "RIGHT", U: null });
  const newer = sided({ A1: "LEFT", A2: "RIGHT", B1: "LEFT", B2: "LEFT", C: "LEFT", U: null });
  const path = stepPath(
    older,
    newer,
    kind([
      { from: ["A"], to: ["A1", "A2"] },
      { from: ["B"], to: ["B1", "B2"] },
      { from: ["D"], to: [] },
    ]),
  );
  // A may be on either side now, C is on the other one, D is nowhere; both parts of B stay on the left.
  expect(derivedAcross(older, newer, path, "side")).toEqual({
    stands: true,
    blocked: ["A", "C", "D"].map((value) => ({ question: "kind", value })),
  });
});

test("a derived label with a condition holds where the rule is the same but for new names, and blocks dropped answers", () => {
  const ruled = (options: string[], when: object, parameters = {}) =>
    book(options, {
      parameters,
      derived: [
        {
          id: "side",
          title: "Side",
          scale: "binary",
          options: [
            { id: "yes", label: "yes" },
            { id: "no", label: "no" },
          ],
          rule: { when: when as never, yes: "yes", no: "no" },
        },
      ],
    });
  const older = ruled(["A", "B", "C"], { not: { question: "kind", is: ["A"] } });
  const renamed = ruled(["AA", "B", "N"], { not: { question: "kind", is: ["N", "AA"] } });
  const mapping = kind([
    { from: ["A"], to: ["AA"] },
    { from: ["C"], to: [] },
    { from: [], to: ["N"] },
  ]);
  expect(derivedAcross(older, renamed, stepPath(older, renamed, mapping), "side")).toEqual({
    stands: true,
    blocked: [{ question: "kind", value: "C" }],
  });
  const other = ruled(["AA", "B", "N"], { not: { question: "kind", is: ["B"] } });
  expect(derivedAcross(older, other, stepPath(older, other, mapping), "side")).toEqual({ stands: false });
  // A merge across the rule's edge: half of what is AB now was inside, half outside.
  const merged = ruled(["AB", "C"], { not: { question: "kind", is: ["AB"] } });
  const merge = stepPath(older, merged, kind([{ from: ["A", "B"], to: ["AB"] }]));
  expect(derivedAcross(older, merged, merge, "side")).toEqual({ stands: false });
});
