import { expect, test } from "vitest";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { mustCite } from "@/lib/codebooks/built-in/must-cite";
import { guessColumns, mappingRows, toMapping } from "./mapping";

test("items: every field but counts; guessed by id, by alias, and without regard to case and blanks", () => {
  const columns = ["Context ID", "citing_corpusid", "citation_context", "other"];
  expect(guessColumns(citationRole, "items", columns)).toEqual({
    context_id: "Context ID",
    focal_corpusid: "citing_corpusid",
    context_text: "citation_context",
  });
  const rows = mappingRows(mustCite, "items", []);
  expect(rows.map((row) => row.id)).not.toContain("mentions");
  expect(rows.filter((row) => row.required).map((row) => row.id)).toEqual(["contexts"]);
});

test("a judge's output: key, labels and what stands beside them", () => {
  const columns = ["context_id", "reasoning", "label", "subtype", "confidence", "key_phrase"];
  const chosen = guessColumns(citationRole, "judge", columns);
  expect(chosen).toEqual({
    context_id: "context_id",
    "label:root": "label",
    "label:role": "subtype",
    rationale: "reasoning",
    confidence: "confidence",
    keyPhrase: "key_phrase",
  });
  expect(toMapping({ ...chosen, confidence: "" })).toEqual({
    map: { context_id: "context_id", rationale: "reasoning", keyPhrase: "key_phrase" },
    labels: { label: "root", subtype: "role" },
  });
});
