import { describe, expect, it } from "vitest";
import { LayerSpec, type LayerSpecInput } from "@/lib/layers/wire";
import { type Names, sayLayer } from "./say-layer";

const ID = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const ROOT_OR_WEED = ["ROOT", "WEED"].map((id) => ({ id, label: id }));
const names: Names = {
  questions: [
    { id: "root", title: "Root or not", scale: "binary", options: ROOT_OR_WEED },
    { id: "relevance", title: "Relevance", scale: "ordinal", options: [] },
  ],
  rounds: [{ id: ID(1), name: "main" }],
  raters: [{ id: ID(2), name: "r-abcd" }],
  judges: [
    { id: ID(3), name: "sober" },
    { id: ID(4), name: "brisk" },
  ],
  targetSets: [{ id: ID(5), name: "CiteNew", splits: ["test"] }],
  layers: [{ id: ID(6), name: "vetted", rows: "item", labels: ["ROOT", "WEED"], retired: false }],
  fields: [{ id: "query_year", label: "Year of this paper", number: true }],
};
const say = (spec: LayerSpecInput) => sayLayer(LayerSpec.parse(spec), names);

describe("a rule in words", () => {
  it("the plainest", () => {
    expect(say({ rule: { kind: "majority" } })).toBe(
      "The label of each item on “Root or not” is what most raters say (ties have no label). People’s labels come from all rounds but practice.",
    );
  });

  it("filters and cuts say what is left out", () => {
    const text = say({
      question: "relevance",
      roundIds: [ID(1)],
      filters: {
        strata: ["easy", "hard"],
        origins: ["studio"],
        withoutRaterIds: [ID(2)],
        fields: [{ field: "query_year", atLeast: 2024 }],
        located: true,
        withoutFlagged: true,
      },
      rule: { kind: "median", least: 2 },
      within: [
        { targetSetId: ID(5), split: "test" },
        { layerId: ID(6), labels: ["ROOT"] },
      ],
    });
    expect(text).toBe(
      [
        "The label of each item on “Relevance” is the lower median of the raters’ labels, of 2 labels or more.",
        "People’s labels come from the round main.",
        "Only items drawn in easy or hard, whose Year of this paper is at least 2024, whose target was found in the text and that nobody flagged.",
        "Of people’s labels only those given here, blind, count.",
        "Labels of r-abcd do not count.",
        "Kept are items that lie in the split test of CiteNew and in the layer vetted as ROOT.",
      ].join(" "),
    );
  });

  it("edges, judges and must-cite", () => {
    expect(say({ rule: { kind: "edge", least: 2, positive: "WEED" } })).toMatch(
      /^An edge between two papers is WEED on “Root or not” where at least 2 of its contexts are, and ROOT where/,
    );
    expect(say({ rule: { kind: "silver", judgeIds: [ID(3), ID(4)], accept: ["ROOT"] } })).toBe(
      "The label of each item on “Root or not” is what the judges sober and brisk all accept as ROOT; nothing else has a label.",
    );
    const must = say({
      rule: {
        kind: "must_cite",
        typeI: { question: "root", accept: ["ROOT"] },
        typeII: { question: "relevance", atLeast: "4", by: { kind: "median" } },
        mentions: 5,
        count: "windows",
      },
    });
    expect(must).toContain("“Relevance” is 4 or more (Type II), or it has 5 distinct passages or more (Type III).");
    expect(must).toContain("The first is what most raters say (ties have no label); the second is the lower median");
  });

  it("an id that is gone is said, not left out", () => {
    expect(say({ rule: { kind: "judge", judgeId: ID(9) } })).toContain("that of the judge (removed) alone");
  });

  it("each rule says something of its own", () => {
    const rules: LayerSpecInput["rule"][] = [
      { kind: "majority" },
      { kind: "majority", tie: "lowest" },
      { kind: "unanimous" },
      { kind: "dawid_skene", posterior: 0.9, judgeIds: [ID(3)] },
      { kind: "rater", raterId: ID(2) },
      { kind: "hard", accept: ["ROOT"] },
      { kind: "soft", accept: ["ROOT"], raterIds: [ID(2), ID(3)] },
      { kind: "virtual_judge", judgeIds: [ID(3), ID(4)], accept: ["ROOT"], combine: { how: "any" } },
      { kind: "adjudicated_only" },
      { kind: "adjudicated_first" },
      { kind: "judge_corrected", judgeId: ID(3) },
    ];
    const texts = rules.map((rule) => say({ rule }));
    expect(new Set(texts).size).toBe(rules.length);
    for (const text of texts) expect(text).not.toMatch(/undefined|\[object|removed/);
  });
});
