import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvHeader, encodeCsv } from "./encode-csv";
import { encodeJsonl } from "./encode-jsonl";
import type { LayerRow } from "./wire";

/** What spreadsheets take for the start of a formula (ASVS 1.2.10), with the full-width forms of some locales. */
const STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "\u0000", "\uff1d", "\uff0b", "\uff0d", "\uff20"];

function row(text: string): LayerRow {
  const label = { origin: "imported" as const, codebookVersion: 1, confidence: null, probability: null };

  return {
    key: text,
    focal: text,
    target: text,
    label: text,
    decided: "majority",
    confidence: 0.5,
    labels: [{ ...label, rater: text, value: text, round: text, counts: text }],
  };
}

const cell = fc
  .tuple(fc.constantFrom("", ...STARTS, '"', ",", "'"), fc.string({ unit: "binary" }))
  .map((parts) => parts.join(""));

test("no text cell starts as a formula does; what a reader gets is the text, guarded where it would", () => {
  fc.assert(
    fc.property(cell, (text) => {
      const parsed = Papa.parse<string[]>(`${csvHeader("item")}${encodeCsv(row(text), "item")}`, {
        newline: "\r\n",
        delimiter: ",",
      });
      expect(parsed.errors).toEqual([]);
      const [, cells = []] = parsed.data;
      expect(cells).toHaveLength(15);
      const guarded = STARTS.some((start) => text.startsWith(start)) ? `'${text}` : text;
      for (const i of [0, 1, 2, 3, 6, 7, 10, 11]) expect(cells[i]).toBe(guarded);
      expect(cells.slice(4, 6)).toEqual(["majority", "1"]);
      expect(cells.slice(8, 10)).toEqual(["1", "0.5"]);
    }),
    { numRuns: 500 },
  );
});

test("known payloads, byte by byte", () => {
  const first = (text: string) => encodeCsv(row(text), "item").split(",majority,")[0]?.split(",")[0];
  expect(first("=1+1")).toBe(`"'=1+1"`);
  expect(first("@SUM(1)")).toBe(`"'@SUM(1)"`);
  expect(first("-2")).toBe(`"'-2"`);
  expect(first("a=1")).toBe("a=1");
  expect(encodeCsv(row('x"y'), "item").startsWith('"x""y","x""y"')).toBe(true);
});

test("JSON lines hold every text exactly, one object a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const line = encodeJsonl(row(text));
      expect(line.endsWith("\n")).toBe(true);
      expect(line.slice(0, -1)).not.toContain("\n");
      expect(JSON.parse(line)).toEqual({ ...row(text), n: 1 });
    }),
  );
  expect(Object.keys(JSON.parse(encodeJsonl(row("a"))))).toEqual([
    "key",
    "focal",
    "target",
    "label",
    "decided",
    "n",
    "labels",
    "confidence",
  ]);
});
