import { expect, test } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { mustCite } from "./built-in/must-cite";
import { columnFor, keyOfRecord, labelColumnsOf } from "./import-columns";
import { CodebookSchema } from "./schema";

const none = { labels: {}, map: {} };

test("a judge's output: label and subtype are labels, the rest is beside them", () => {
  const columns = ["context_id", "reasoning", "label", "subtype", "confidence", "key_phrase"];
  expect([...labelColumnsOf(citationRole, columns, none)]).toEqual([
    ["label", "label"],
    ["subtype", "subtype"],
  ]);
  expect(columnFor("rationale", columns, none)).toBe("reasoning");
  expect(columnFor("keyPhrase", columns, none)).toBe("key_phrase");
  expect(columnFor("probability", columns, none)).toBeUndefined();
});

test("what is mapped is not guessed: a column taken for another field is no label", () => {
  const mapping = { labels: {}, map: { note: "subtype" } };
  expect([...labelColumnsOf(citationRole, ["label", "subtype"], mapping)]).toEqual([["label", "label"]]);
  expect(columnFor("note", ["label", "subtype"], mapping)).toBe("subtype");
  expect([...labelColumnsOf(citationRole, ["label", "x"], { labels: { x: "role", y: "root" }, map: {} })]).toEqual([
    ["x", "role"],
  ]);
});

test("a codebook with one question takes a plain label column", () => {
  const one = CodebookSchema.parse({
    assay: 1,
    id: "one",
    title: "One",
    item: { fields: [{ id: "qid", label: "Query", type: "text", showTo: "both" }] },
    questions: [
      {
        id: "grade",
        title: "Grade",
        text: "How good?",
        scale: "ordinal",
        options: [
          { id: "0", label: "bad" },
          { id: "1", label: "good" },
        ],
      },
    ],
  });
  expect([...labelColumnsOf(one, ["key", "qid", "docid", "label"], none)]).toEqual([["label", "grade"]]);
});

test("a record's key: as such, mapped, or joined from its fields by any of their names", () => {
  expect(keyOfRecord(mustCite, { paper_id: "p", ref_id: 7 }, none)).toEqual({ ok: true, key: "p:7" });
  expect(keyOfRecord(mustCite, { key: "k", paper_id: "p" }, none)).toEqual({ ok: true, key: "k" });
  expect(keyOfRecord(mustCite, { who: "w" }, { map: { key: "who" } })).toEqual({ ok: true, key: "w" });
  expect(keyOfRecord(mustCite, { query_id: "p" }, none)).toMatchObject({ ok: false, column: "target" });
  expect(keyOfRecord(citationRole, { context_id: " " }, none)).toMatchObject({ ok: false });
});
