import { describe, expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { deriveFromImported } from "./derive-from-imported";

const nothing = { contradictions: [], notAsked: [], faults: [] };

describe("a judge's record under citation-role", () => {
  const judge = (columns: Record<string, unknown>) => deriveFromImported(citationRole, {}, columns, "judge");

  it("label and subtype that agree", () => {
    expect(judge({ label: "NON_ROOT", subtype: "TR" })).toEqual({
      ...nothing,
      answers: { role: "TR" },
      derived: { root: "WEED" },
    });
  });

  it("label against subtype: listed, and the subtype decides", () => {
    expect(judge({ label: "ROOT", subtype: "BC" })).toEqual({
      ...nothing,
      answers: { role: "BC" },
      derived: { root: "WEED" },
      contradictions: [{ derived: "root", column: "label", said: "ROOT", gives: "WEED" }],
    });
  });

  it("a label alone, in any of its spellings", () => {
    for (const label of ["WEED", "NON_ROOT", "NON-ROOT", "non-ROOT", "non_root", " Weed "]) {
      expect(judge({ label })).toEqual({ ...nothing, answers: {}, derived: { root: "WEED" } });
    }
  });

  it("UNSURE is the judge's answer and gives no root; beside a subtype it is a contradiction", () => {
    expect(judge({ label: "UNSURE" })).toEqual({ ...nothing, answers: { role: "UNSURE" }, derived: {} });
    expect(judge({ label: "UNSURE", subtype: "ME" })).toEqual({
      ...nothing,
      answers: { role: "ME" },
      derived: { root: "ROOT" },
      contradictions: [{ derived: "root", column: "label", said: "UNSURE", gives: "ROOT" }],
    });
    expect(judge({ subtype: "UNSURE", label: "" })).toEqual({ ...nothing, answers: { role: "UNSURE" }, derived: {} });
  });

  it("humans have no UNSURE, in either column", () => {
    const human = deriveFromImported(citationRole, {}, { role: "UNSURE" }, "human");
    expect(human.faults).toEqual([{ column: "role", value: "UNSURE", reason: "UNSURE is an option for judges only" }]);
    expect(deriveFromImported(citationRole, {}, { label: "UNSURE" }, "human").faults).toHaveLength(1);
  });

  it("unknown columns, unknown values and doubled columns are faults", () => {
    expect(judge({ lable: "ROOT", subtype: "XX", label: "MAYBE" }).faults).toEqual([
      { column: "lable", value: "ROOT", reason: "no question and no derived label of the codebook has this name" },
      { column: "subtype", value: "XX", reason: "not an option of role" },
      { column: "label", value: "MAYBE", reason: "not an option of root" },
    ]);
    expect(judge({ role: "ME", subtype: "TF" }).faults).toEqual([
      { column: "subtype", value: "TF", reason: "a second column for role" },
    ]);
  });
});

it("must-cite: digits as answers, the item's own type III against a stated one, must-cite from parts", () => {
  const item = { contexts: [1, 2, 3] };
  expect(deriveFromImported(mustCite, item, { baseline: 0, relevance: 2, mark_primary_data: "yes" }, "human")).toEqual({
    ...nothing,
    answers: { baseline: "no", relevance: "2", mark_primary_data: "yes" },
    derived: { type_1: "no", type_2: "no", must_cite: "yes" },
  });
  expect(deriveFromImported(mustCite, { contexts: [] }, { type_1: 1, type_3: "yes" }, "judge")).toEqual({
    ...nothing,
    answers: {},
    derived: { type_1: "yes", must_cite: "yes" },
    contradictions: [{ derived: "type_3", column: "type_3", said: "yes", gives: "no" }],
  });
  expect(deriveFromImported(mustCite, item, { relevance: 6 }, "judge").faults).toEqual([
    { column: "relevance", value: "6", reason: "not an option of relevance" },
  ]);
});

it("marker-pair: an answer the item does not ask for is left out and named", () => {
  const read = deriveFromImported(markerPair, { relation: "SPECIFY" }, { problem: "yes", specify: "no" }, "judge");
  expect(read).toEqual({
    ...nothing,
    answers: { specify: "no" },
    derived: { verdict: "reject" },
    notAsked: ["problem"],
  });
});
