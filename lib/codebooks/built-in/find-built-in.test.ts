import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { deriveLabels, deriveOfItem } from "@/lib/codebooks/derive-labels";
import { parseCodebook } from "@/lib/codebooks/parse-codebook";
import { questionsFor } from "@/lib/codebooks/questions-for";
import { citationRole } from "./citation-role";
import { builtInCodebooks, findBuiltIn } from "./find-built-in";
import { markerPair } from "./marker-pair";
import { markerVetting } from "./marker-vetting";
import { mustCite } from "./must-cite";
import { paperRoot } from "./paper-root";

it("five, by the ids that the studio promises", () => {
  expect(builtInCodebooks.map(({ id }) => id)).toEqual([
    "citation-role",
    "must-cite",
    "marker-pair",
    "marker-vetting",
    "paper-root",
  ]);
  expect(findBuiltIn("must-cite")).toBe(mustCite);
  expect(findBuiltIn("toString")).toBeUndefined();
});

it.each(builtInCodebooks.map((codebook) => [codebook.id, codebook] as const))(
  "%s survives JSON and YAML",
  (_id, codebook) => {
    expect(parseCodebook(JSON.stringify(codebook, null, 2))).toEqual({ ok: true, codebook, warnings: [] });
    expect(parseCodebook(stringify(codebook))).toEqual({ ok: true, codebook, warnings: [] });
  },
);

describe("citation-role (MUSES)", () => {
  it("TF, ME, GM are roots; CC, TR, BC are not; UNSURE says nothing", () => {
    const root = (role: string) => deriveLabels(citationRole, { fields: {}, answers: { role } }).root;
    expect(["TF", "ME", "GM"].map(root)).toEqual(["ROOT", "ROOT", "ROOT"]);
    expect(["CC", "TR", "BC"].map(root)).toEqual(["WEED", "WEED", "WEED"]);
    expect(root("UNSURE")).toBeUndefined();
  });

  it("has the four boundary questions, each with a case for either side", () => {
    const pairs = citationRole.distinctions.map(({ options }) => options.join("/"));
    expect(pairs).toEqual(["ME/TF", "GM/BC", "CC/BC", "ME/TR"]);
    for (const { options, examples } of citationRole.distinctions) {
      expect(new Set(examples.map(({ option }) => option))).toEqual(new Set(options));
    }
  });
});

describe("must-cite (MasterSet)", () => {
  const contexts = (n: number) => Array.from({ length: n }, () => ({ section: "", context: "c" }));
  const derive = (n: number, answers: Record<string, string>, mentions?: number) =>
    deriveLabels(mustCite, {
      fields: { contexts: contexts(n), ...(mentions ? { mention_count: mentions } : {}) },
      answers,
    });

  it.each([
    // baseline, relevance, contexts, given count: must-cite. Type I = 1, or Type II >= 4, or Type III >= 3.
    ["no", "3", 2, undefined, "no"],
    ["yes", "1", 1, undefined, "yes"],
    ["no", "4", 1, undefined, "yes"],
    ["no", "1", 3, undefined, "yes"],
    ["no", "1", 2, 3, "yes"],
    ["no", "1", 4, 2, "no"],
  ])("Q1 %s, Q2 %s, %i contexts, count %s: %s", (baseline, relevance, n, mentions, expected) => {
    expect(derive(n, { baseline, relevance }, mentions).must_cite).toBe(expected);
  });

  it("is decided by one yes, and open while a no could still turn", () => {
    expect(derive(1, { relevance: "5" })).toEqual({ type_2: "yes", must_cite: "yes" });
    expect(derive(1, { relevance: "2" })).toEqual({ type_2: "no" });
  });

  it("Type III belongs to the item, with N as a parameter", () => {
    expect(deriveOfItem(mustCite, { contexts: contexts(3) })).toEqual({ type_3: "yes" });
    const five = { ...mustCite, parameters: { n: 5 } };
    expect(deriveOfItem(five, { contexts: contexts(3) })).toEqual({ type_3: "no" });
  });
});

describe("marker-pair (RATIO)", () => {
  const verdict = (relation: string, answers: Record<string, string>) =>
    deriveLabels(markerPair, { fields: { relation }, answers }).verdict;

  it("ADDRESS is accepted only when problem, solution and match all hold", () => {
    expect(verdict("ADDRESS", { problem: "yes", solution: "yes", match: "yes" })).toBe("accept");
    expect(verdict("ADDRESS", { problem: "yes", solution: "yes", match: "no" })).toBe("reject");
    expect(verdict("ADDRESS", { problem: "no", solution: "yes" })).toBe("reject");
    expect(verdict("ADDRESS", { problem: "yes", solution: "yes" })).toBeUndefined();
    expect(verdict("ADDRESS", { problem: "no", solution: "yes", match: "yes" })).toBe("reject");
  });

  it("SPECIFY and BROADEN follow their one decision", () => {
    expect(verdict("SPECIFY", { specify: "yes" })).toBe("accept");
    expect(verdict("BROADEN", { broaden: "no" })).toBe("reject");
    expect(verdict("SPECIFY", { broaden: "yes" })).toBeUndefined();
  });

  it("shows the marker to be ignored", () => {
    expect(markerPair.item.fields.find(({ id }) => id === "marker")).toMatchObject({
      showTo: "both",
      display: "ignore",
    });
  });
});

describe("marker-vetting (RATIO)", () => {
  const verdict = (fields: Record<string, string>, answers: Record<string, string>) =>
    deriveLabels(markerVetting, { fields, answers }).verdict;

  it("a marker is valid where it signals its relation in every pair and refers back in every pair", () => {
    const address = { relation: "ADDRESS" };
    expect(verdict(address, { signals: "yes", refers: "yes" })).toBe("valid");
    expect(verdict(address, { signals: "yes", refers: "no" })).toBe("invalid");
    expect(verdict(address, { signals: "no" })).toBe("invalid");
    expect(verdict(address, { signals: "yes" })).toBeUndefined();
  });

  it("of an opening that was discovered, the rater names the relation; none makes it invalid", () => {
    expect(verdict({}, { relation_named: "BROADEN", signals: "yes", refers: "yes" })).toBe("valid");
    expect(verdict({}, { relation_named: "NONE" })).toBe("invalid");
    expect(questionsFor(markerVetting, {}, {}, "human").map(({ id }) => id)).toContain("relation_named");
    expect(questionsFor(markerVetting, { relation: "ADDRESS" }, {}, "human").map(({ id }) => id)).toEqual(["signals"]);
  });
});

it("paper-root: maybe is read both ways", () => {
  const derive = (root: string) => Object.values(deriveLabels(paperRoot, { fields: {}, answers: { root } }));
  expect(derive("yes")).toEqual(["ROOT", "ROOT"]);
  expect(derive("maybe")).toEqual(["WEED", "ROOT"]);
  expect(derive("no")).toEqual(["WEED", "WEED"]);
});
