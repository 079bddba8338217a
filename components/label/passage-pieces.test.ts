import fc from "fast-check";
import { expect, test } from "vitest";
import { passagePieces } from "./passage-pieces";

test("marks the target and dims what is not the citing sentence", () => {
  const text = "One. We follow [3] here. Two.";
  expect(passagePieces(text, [{ start: 15, end: 18 }], [{ start: 5, end: 24 }])).toEqual([
    { text: "One. ", near: true, target: undefined },
    { text: "We follow ", near: false, target: undefined },
    { text: "[3]", near: false, target: 0 },
    { text: " here.", near: false, target: undefined },
    { text: " Two.", near: true, target: undefined },
  ]);
});

test("counts code points: an emoji, a letter beyond the first plane and a combining mark before the target", () => {
  const text = "😀𝒜e\u0301 [7].";
  const pieces = passagePieces(text, [{ start: 5, end: 8 }]);
  expect(pieces.find((piece) => piece.target === 0)?.text).toBe("[7]");
});

test("a grouped citation marks its member alone, and overlapping targets are one mark", () => {
  const text = "as shown (A, 2001; B, 2002)";
  expect(passagePieces(text, [{ start: 19, end: 26 }]).filter((piece) => piece.target !== undefined)).toEqual([
    { text: "B, 2002", near: false, target: 0 },
  ]);
  const marks = passagePieces(text, [
    { start: 10, end: 20 },
    { start: 19, end: 26 },
  ]).filter((piece) => piece.target !== undefined);
  expect(marks.map((piece) => piece.text)).toEqual(["A, 2001; B, 2002"]);
});

test("without a citing sentence nothing is dimmed, and ranges beyond the text are clipped", () => {
  expect(passagePieces("abc", [{ start: 1, end: 99 }])).toEqual([
    { text: "a", near: false, target: undefined },
    { text: "bc", near: false, target: 0 },
  ]);
  expect(passagePieces("", [{ start: 0, end: 1 }])).toEqual([]);
});

test("the pieces are the passage, and each mark is its range", () => {
  const range = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), range, fc.array(range), (text, target, citing) => {
      const pieces = passagePieces(text, [target], citing);
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      const marked = pieces.filter((piece) => piece.target === 0);
      const wanted = Array.from(text).slice(target.start, target.end).join("");
      expect(marked.map((piece) => piece.text)).toEqual(wanted === "" ? [] : [wanted]);
    }),
    { numRuns: 2000 },
  );
});
