import fc from "fast-check";
import { expect, test } from "vitest";
import { checkVersionMapping } from "@/lib/codebooks/check-version-mapping";
import { CodebookSchema } from "@/lib/codebooks/schema";
import { suggestMapping } from "@/lib/codebooks/suggest-mapping";
import { versionSubjects } from "@/lib/codebooks/version-subjects";
import { fatesOf, mappingOf, sayFate } from "./fates";

const subject = (options: readonly string[], id = "kind") => ({
  id,
  title: id,
  kind: "question" as const,
  options: options.map((option) => ({ id: option, label: option })),
});

test("a form is a mapping and back: merged, renamed, split, dropped, added", () => {
  const [older, newer] = [[subject(["A", "B", "C", "D", "E", "F"])], [subject(["A", "BC", "DD", "E1", "E2", "N"])]];
  const fates = {
    kind: { to: "kind", options: { A: ["A"], B: ["BC"], C: ["BC"], D: ["DD"], E: ["E1", "E2"], F: [] } },
  };
  const mapping = mappingOf(older, newer, fates);
  expect(mapping).toEqual([
    {
      from: "kind",
      to: "kind",
      options: [
        { from: ["E"], to: ["E1", "E2"] },
        { from: ["F"], to: [] },
        { from: ["B", "C"], to: ["BC"] },
        { from: ["D"], to: ["DD"] },
        { from: [], to: ["N"] },
      ],
    },
  ]);
  expect(fatesOf(older, newer, mapping)).toEqual(fates);
  expect(["A", "B", "D", "E", "F"].map((id) => sayFate(id, fates.kind))).toEqual([
    "kept",
    "merged",
    "renamed",
    "split: asked again",
    "dropped: left out from now on",
  ]);
});

test("questions: under another name, asked no longer, new", () => {
  const [older, newer] = [
    [subject(["A"], "one"), subject(["B"], "two")],
    [subject(["A"], "uno"), subject(["C"], "three")],
  ];
  const fates = { one: { to: "uno", options: { A: ["A"] } }, two: { to: null, options: { B: [] } } };
  expect(mappingOf(older, newer, fates)).toEqual([
    { from: "one", to: "uno", options: [] },
    { from: "two", to: null, options: [] },
    { from: null, to: "three", options: [] },
  ]);
});

const Options = fc.uniqueArray(fc.constantFrom(..."ABCDEF"), { minLength: 2, maxLength: 6 });

test("whatever is ticked, every option is accounted for; a suggestion comes back as it was meant", () => {
  const book = (options: readonly string[]) =>
    CodebookSchema.parse({
      ...{ assay: 1, id: "book", title: "Book" },
      item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
      questions: [
        {
          ...{ id: "kind", title: "Kind", text: "Which?", scale: "nominal" },
          options: options.map((id) => ({ id, label: `label of ${id}` })),
        },
      ],
    });
  fc.assert(
    fc.property(Options, Options, fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }), (one, other, ticks) => {
      const [older, newer] = [book(one), book(other)];
      const [before, after] = [versionSubjects(older), versionSubjects(newer)];
      const options = Object.fromEntries(one.map((id, i) => [id, other.filter((_, j) => ticks[i * 6 + j])]));
      const ticked = mappingOf(before, after, { kind: { to: "kind", options } });
      expect(checkVersionMapping(older, newer, ticked)).toEqual([]);
      expect(fatesOf(before, after, ticked)).toEqual({ kind: { to: "kind", options } });
      const suggested = suggestMapping(older, newer).mapping;
      const again = mappingOf(before, after, fatesOf(before, after, suggested));
      expect(fatesOf(before, after, again)).toEqual(fatesOf(before, after, suggested));
    }),
  );
});
