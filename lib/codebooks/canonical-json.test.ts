import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json";

it("writes RFC 8785's example of sorting (section 3.2.3) in its order", () => {
  const input = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  const order = [...canonicalJson(input).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
  expect(order).toEqual([
    "Carriage Return",
    "One",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
});

it("sorts at every depth, keeps arrays, drops undefined", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: undefined, aa: true })).toBe('{"aa":true,"b":[{"c":null,"d":1}]}');
});

it("refuses what JSON cannot hold", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, undefined, [undefined], () => 1, circle]) {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  }
});

it("means the same value as it was given, whatever the order of keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
