import { expect, test } from "vitest";
import { authorKey, authorsOverlap } from "./author-names";

test("one person in the ways that bibliographies write a name", () => {
  const forms = ["Ida Marsh", "Marsh, Ida", "I. Marsh", "Marsh, I.", "IDA MARSH", "Ida B. Marsh"];
  expect(new Set(forms.map(authorKey))).toEqual(new Set(["marsh i"]));
  expect(authorKey("Plato")).toBe("plato");
});

test("overlap is true, false, or cannot be told", () => {
  expect(authorsOverlap(["Ida Marsh"], ["Bo Lind", "Marsh, I."])).toBe(true);
  expect(authorsOverlap(["Ida Marsh"], ["Omar Marsh"])).toBe(false);
  expect(authorsOverlap(["Ida Marsh"], [])).toBeNull();
});
