import { expect, test } from "vitest";
import { visibleParts } from "./invisible";

test("names what cannot be seen, and leaves the rest as it is", () => {
  expect(visibleParts("a\u202eb\u200b")).toEqual([
    { at: 0, text: "a", chip: false },
    { at: 1, text: "RLO", chip: true },
    { at: 2, text: "b", chip: false },
    { at: 3, text: "ZWSP", chip: true },
  ]);
  expect(visibleParts("\u{e0041}").map((part) => part.text)).toEqual(["U+E0041"]);
  expect(visibleParts("naïve 文 😀 שלום")).toEqual([{ at: 0, text: "naïve 文 😀 שלום", chip: false }]);
  expect(visibleParts("")).toEqual([]);
});
