import { expect, test } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { paperRoot } from "./built-in/paper-root";
import { codebookText } from "./codebook-text";
import { small } from "./fixtures/small-codebook";
import { parseCodebook } from "./parse-codebook";
import { CodebookSchema } from "./schema";

test.each([citationRole, markerPair, mustCite, paperRoot, small])(
  "$id as text, read again, is the same codebook",
  (book) => {
    expect(parseCodebook(codebookText(book))).toMatchObject({ ok: true, codebook: book });
  },
);

test("what the schema fills in is not written; what overrides it is", () => {
  const [sound, grade] = small.questions;
  const questions = [
    { ...sound, note: "required", options: sound?.options.map((option) => ({ ...option, note: "optional" })) },
    { ...grade, required: false },
  ];
  const book = CodebookSchema.parse({ ...small, questions });
  const text = codebookText(book);
  expect(text).not.toMatch(/askedOf: both|required: true|: \[\]|: ""/);
  expect(parseCodebook(text)).toMatchObject({ ok: true, codebook: book });
});
