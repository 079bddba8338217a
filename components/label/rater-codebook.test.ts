import { expect, test } from "vitest";
import { builtInCodebooks } from "@/lib/codebooks/built-in/find-built-in";
import { CodebookSchema } from "@/lib/codebooks/schema";
import { raterCodebook } from "./rater-codebook";

const codebook = CodebookSchema.parse({
  assay: 1,
  id: "sketch",
  title: "Sketch",
  item: {
    fields: [
      { id: "text", label: "Text", type: "window", showTo: "both", citedAs: "cited_as", display: "reading" },
      { id: "cited_as", label: "Hidden: cited as", type: "text", showTo: "judge" },
      { id: "n", label: "Mentions", type: "count", of: "contexts", given: "given", showTo: "rater" },
    ],
  },
  questions: [
    {
      id: "role",
      title: "Role",
      text: "Hidden: the judge's wording",
      scale: "nominal",
      options: [
        { id: "A", label: "A", key: "1" },
        { id: "B", label: "B", key: "2" },
        { id: "UNSURE", label: "Hidden: unsure", askedOf: "judge" },
      ],
      criteria: [
        { id: "one", text: "For all" },
        { id: "two", text: "Hidden: for the judge", askedOf: "judge" },
        { id: "three", text: "Hidden: under the judge's wording", variants: ["j"] },
      ],
      variants: [
        { id: "h", label: "For humans", askedOf: "human", text: "What is its role?" },
        { id: "j", label: "Hidden: for judges", askedOf: "judge", text: "Hidden: what is its role?" },
      ],
    },
  ],
  derived: [
    {
      id: "side",
      title: "Side",
      scale: "binary",
      options: [
        { id: "L", label: "Left" },
        { id: "R", label: "Right" },
      ],
      rule: { map: { question: "role", to: { A: "L", B: "R", UNSURE: null } } },
    },
  ],
  judge: { preamble: "Hidden: you are a judge", answerFormat: "Hidden: JSON" },
});

test("nothing that is for judges is left, and the question stands in the humans' wording", () => {
  const seen = raterCodebook(codebook);
  expect(JSON.stringify(seen)).not.toMatch(/Hidden|UNSURE/);
  expect(seen.questions.map((question) => question.text)).toEqual(["What is its role?"]);
});

test("a count is a number by the time a rater sees it", () => {
  expect(raterCodebook(codebook).item.fields.map((field) => field.type)).toEqual(["window", "integer"]);
});

test("what is left of each built-in codebook is a codebook", () => {
  for (const built of builtInCodebooks) expect(CodebookSchema.safeParse(raterCodebook(built)).success).toBe(true);
});
