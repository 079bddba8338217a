import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CodebookSchema } from "@/lib/codebooks/schema";
import { redactContent, redactLabel, textsMayLeave } from "./redact";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const codebook = CodebookSchema.parse({
  assay: 1,
  id: "book",
  title: "Book",
  item: {
    fields: [
      { id: "focal", label: "Focal", type: "text", showTo: "none" },
      { id: "passage", label: "Passage", type: "window", showTo: "both", marker: "[T]" },
      { id: "mentions", label: "Mentions", type: "contexts", showTo: "both", marker: "[T]", required: false },
      { id: "year", label: "Year", type: "integer", showTo: "both", required: false },
      { id: "venue", label: "Venue", type: "choice", values: ["A", "B"], showTo: "both", required: false },
      { id: "heading", label: "Heading", type: "text", showTo: "both", required: false },
    ],
    focal: "focal",
    window: "passage",
  },
  questions: [
    {
      id: "q",
      title: "Q",
      text: "Q?",
      scale: "binary",
      options: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    },
  ],
});

const content = {
  focal: "123",
  passage: "Ünder [T] we go 😀 [T].",
  mentions: [{ section: "Methods", context: "By [T]." }],
  year: 2020,
  venue: "A",
  heading: "A secret title",
  strange: { deep: ["a hidden sentence"] },
};

test("closed: ids, numbers and choices stay; every text becomes hash, length and offsets, unknown fields too", () => {
  expect(redactContent(codebook, content, false)).toEqual({
    focal: "123",
    // Counted by hand, in code points: "Ünder " is 6, the emoji is one.
    passage: {
      sha256: sha256(content.passage),
      characters: 22,
      target: [
        [6, 9],
        [18, 21],
      ],
    },
    mentions: [
      {
        section: { sha256: sha256("Methods"), characters: 7 },
        context: { sha256: sha256("By [T]."), characters: 7, target: [[3, 6]] },
      },
    ],
    year: 2020,
    venue: "A",
    heading: { sha256: sha256("A secret title"), characters: 14 },
    strange: { deep: [{ sha256: sha256("a hidden sentence"), characters: 17 }] },
  });
  expect(redactContent(codebook, content, true)).toEqual(content);
});

test("whose texts may leave: everybody's to the team; to the public by the item's licence, else the study's", () => {
  expect(textsMayLeave("team", "unknown", {})).toBe(true);
  expect(textsMayLeave("full", "unknown", {})).toBe(true);
  expect(textsMayLeave("public", "unknown", {})).toBe(false);
  expect(textsMayLeave("public", "CC-BY-4.0", {})).toBe(true);
  expect(textsMayLeave("public", "CC-BY-4.0", { licence: "CC BY-NC 4.0" })).toBe(false);
  expect(textsMayLeave("public", "unknown", { license: "CC0-1.0" })).toBe(true);
  expect(textsMayLeave("public", "CC-BY-4.0", { license: " " })).toBe(true);
});

const label = {
  note: "I think Ann is wrong",
  rationale: "It says: we go",
  keyPhrase: "we go",
  elapsedMs: 1234,
  at: "2026-11-30T02:13:59.123Z",
};

test("a public label has a day and no comment; the judge's quotes go with the text", () => {
  const day = "2026-11-30T00:00:00.000Z";
  expect(redactLabel("public", false, label)).toEqual({
    note: null,
    rationale: null,
    keyPhrase: null,
    elapsedMs: null,
    at: day,
  });
  expect(redactLabel("public", true, label)).toMatchObject({ note: null, rationale: "It says: we go", at: day });
  expect(redactLabel("team", false, label)).toEqual(label);
  expect(redactLabel("full", false, label)).toEqual(label);
});
