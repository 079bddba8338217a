import { describe, expect, it } from "vitest";
import { LayerSpec } from "@/lib/layers/wire";
import { missingIn, specOfForm } from "./spec-of-form";

const [A, B, C] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];

function read(fields: [string, string][]): LayerSpec {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const spec = specOfForm(form);
  // What the form holds is a whole spec: reading it as the server does changes nothing.
  if (missingIn(spec) === null) expect(LayerSpec.parse(spec)).toEqual(spec);

  return spec;
}

describe("the form's spec", () => {
  it("the plainest layer", () => {
    const plain: [string, string][] = [
      ["shape", "item"],
      ["question", "root"],
      ["rule.kind", "majority"],
      ["rule.tie", "no_label"],
      ["rule.least", "2"],
    ];
    expect(read(plain)).toEqual({
      question: "root",
      filters: {},
      rule: { kind: "majority", tie: "no_label", least: 2 },
      within: [],
    });
  });

  it("everything at once: rounds, filters and both kinds of cut", () => {
    const spec = read([
      ["shape", "item"],
      ["question", "root"],
      ["rounds", A],
      ["codebookVersion", "2"],
      ["strata", "easy"],
      ["strata", "hard"],
      ["origin", "studio"],
      ["without", B],
      ["fields", "venue"],
      ["field.venue.is", "ACL, EMNLP ,"],
      ["fields", "year"],
      ["field.year.atLeast", "2020"],
      ["field.year.atMost", ""],
      ["fields", "unused"],
      ["located", "yes"],
      ["unflagged", "1"],
      ["rule.kind", "judge_corrected"],
      ["rule.judge", C],
      ["rule.people.kind", "unanimous"],
      ["rule.people.least", "3"],
      [`set.${A}`, "=test"],
      [`set.${B}`, ""],
      [`layer.${C}`, "=ROOT"],
      [`layer.${B}`, "*"],
    ]);
    expect(spec).toEqual({
      question: "root",
      roundIds: [A],
      codebookVersion: 2,
      filters: {
        strata: ["easy", "hard"],
        origins: ["studio"],
        withoutRaterIds: [B],
        fields: [
          { field: "venue", is: ["ACL", "EMNLP"] },
          { field: "year", atLeast: 2020 },
        ],
        located: true,
        withoutFlagged: true,
      },
      rule: { kind: "judge_corrected", judgeId: C, people: { kind: "unanimous", least: 3 } },
      within: [{ targetSetId: A, split: "test" }, { layerId: C, labels: ["ROOT"] }, { layerId: B }],
    });
  });

  it("edges over two judges by weight; the weights keep the judges' order", () => {
    const spec = read([
      ["shape", "edge"],
      ["question", "root"],
      ["edge.least", "2"],
      ["edge.positive", "ROOT"],
      ["edge.negative", ""],
      ["rule.kind", "virtual_judge"],
      ["rule.judges", B],
      ["rule.judges", A],
      ["rule.accept", "ROOT"],
      ["rule.combine", "weighted"],
      [`rule.weight.${A}`, "3"],
      [`rule.weight.${B}`, "1.5"],
      ["rule.threshold", "0.6"],
    ]);
    expect(spec.rule).toEqual({
      kind: "edge",
      least: 2,
      positive: "ROOT",
      over: {
        kind: "virtual_judge",
        judgeIds: [B, A],
        accept: ["ROOT"],
        combine: { how: "weighted", weights: [1.5, 3], threshold: 0.6 },
      },
    });
  });

  it("must-cite gives each type its own rule", () => {
    const spec = read([
      ["shape", "must_cite"],
      ["typeI.question", "baseline"],
      ["typeI.accept", "yes"],
      ["typeI.by.kind", "majority"],
      ["typeII.question", "relevance"],
      ["typeII.atLeast", "4"],
      ["typeII.by.kind", "median"],
      ["typeII.by.which", "upper"],
      ["mentions", "5"],
      ["count", "windows"],
    ]);
    expect(spec.question).toBeUndefined();
    expect(spec.rule).toMatchObject({
      typeI: { question: "baseline", accept: ["yes"], by: { kind: "majority", tie: "no_label", least: 1 } },
      typeII: { question: "relevance", atLeast: "4", by: { kind: "median", which: "upper", least: 1 } },
      mentions: 5,
      count: "windows",
    });
  });

  it("says what is missing before the server is asked", () => {
    const missing = (...fields: [string, string][]) =>
      missingIn(read([["shape", "item"], ["question", "root"], ...fields]));
    expect(missing(["rule.kind", "judge"])).toBe("Choose the judge.");
    expect(missing(["rule.kind", "rater"], ["rule.rater", ""])).toBe("Choose the rater.");
    expect(missing(["rule.kind", "silver"], ["rule.accept", "ROOT"])).toBe("Choose one judge or more.");
    expect(missing(["rule.kind", "hard"])).toBe("Choose which options are accepted.");
    expect(missing(["rule.kind", "hard"], ["rule.accept", "ROOT"])).toBeNull();
  });
});
