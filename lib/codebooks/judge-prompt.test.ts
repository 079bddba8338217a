import { describe, expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { builtInCodebooks } from "./built-in/find-built-in";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { guidelineFor, guidelineMarkdown } from "./guideline";
import { judgePrompt } from "./judge-prompt";
import { wordingFor } from "./wording-for";

const reference = {
  query_title: "On Trees",
  cited_title: "Random forests",
  cited_year: 2001,
  cited_as: "(Breiman)",
  contexts: [{ section: "4 Experiments", context: "We beat (Breiman)." }],
};
const role = { context_id: "c1", context_text: "As [REF_TARGET] says.", focal_title: "HIDDEN" };

describe("one source for raters and judges", () => {
  it("each criterion of a codebook stands in the guideline, the prompt, or both, as asked", () => {
    for (const codebook of builtInCodebooks) {
      const content = codebook === markerPair ? undefined : {};
      for (const question of codebook.questions) {
        const item = content ?? {
          relation: question.id === "specify" ? "SPECIFY" : question.id === "broaden" ? "BROADEN" : "ADDRESS",
        };
        const prompt = judgePrompt(codebook, item).system;
        const guideline = guidelineMarkdown(guidelineFor(codebook, "human"));
        for (const criterion of wordingFor(question, "human").criteria) expect(guideline).toContain(criterion.text);
        for (const criterion of wordingFor(question, "judge").criteria) expect(prompt).toContain(criterion.text);
        for (const option of question.options) {
          expect(prompt).toContain(option.definition);
          if (option.askedOf !== "judge") expect(guideline).toContain(option.definition);
        }
      }
    }
  });

  it("UNSURE is for judges only", () => {
    expect(judgePrompt(citationRole, role).system).toContain(
      '"role": "TF" | "ME" | "GM" | "CC" | "TR" | "BC" | "UNSURE"',
    );
    expect(guidelineMarkdown(guidelineFor(citationRole, "human"))).not.toMatch(/UNSURE|Unsure/);
  });

  it("Q1 of must-cite has two wordings, and a study can put either to anyone", () => {
    const baseline = mustCite.questions[0]!;
    expect(wordingFor(baseline, "human").variant).toBe("comparison");
    expect(wordingFor(baseline, "judge").variant).toBe("core_reference");
    const same = { baseline: "comparison" };
    expect(wordingFor(baseline, "judge", same)).toEqual(wordingFor(baseline, "human"));
    expect(wordingFor(baseline, "judge", { baseline: "gone" }).variant).toBe("core_reference");
    const benchmark = "a main benchmark, data set or evaluation task";
    expect(judgePrompt(mustCite, reference).system).toContain(benchmark);
    expect(judgePrompt(mustCite, reference, { variants: same }).system).not.toContain(benchmark);
    expect(guidelineMarkdown(guidelineFor(mustCite, "human"))).not.toContain(benchmark);
  });

  it("BROADEN is strict unless a study picks the relaxed wording", () => {
    const broaden = markerPair.questions.find(({ id }) => id === "broaden")!;
    expect(wordingFor(broaden, "human").variant).toBe("directional");
    const ids = (variant: string) => wordingFor(broaden, "judge", { broaden: variant }).criteria.map(({ id }) => id);
    expect(ids("directional")).toEqual(["coherent", "resolves", "direction", "case_of"]);
    expect(ids("relaxed")).toEqual(["coherent", "resolves", "direction", "wider_scope"]);
  });
});

describe("the prompt", () => {
  it("shows the judge's fields and no other", () => {
    expect(judgePrompt(mustCite, reference).user).toBe(
      "This paper: On Trees\n\nCites: Random forests\n\nCited as: (Breiman)\n\nPassages:\n1. Section: 4 Experiments\n   We beat (Breiman).\n",
    );
    expect(judgePrompt(citationRole, role).user).toBe("Passage: As [REF_TARGET] says.\n");
  });

  it("is the same text each time, and its system part the same for each item", () => {
    const again = structuredClone(mustCite);
    expect(judgePrompt(again, { ...reference })).toEqual(judgePrompt(mustCite, reference));
    expect(judgePrompt(mustCite, {}).system).toBe(judgePrompt(mustCite, reference).system);
  });

  it("puts one question in a pass where asked to", () => {
    const { system } = judgePrompt(mustCite, reference, { questions: ["relevance"] });
    expect(system).toContain('"relevance": "1" | "2" | "3" | "4" | "5"');
    expect(system).not.toContain('"baseline"');
  });

  it("asks only what the item's relation asks, and allows null for the follow-up", () => {
    const address = judgePrompt(markerPair, { relation: "ADDRESS", s1: "a", s2: "b", marker: "m" }).system;
    expect(address).toContain('"match": "yes" | "no" | null');
    expect(address).toContain('"solution": "yes" | "no",');
    expect(address).not.toContain('"specify"');
    const specify = judgePrompt(markerPair, { relation: "SPECIFY", s1: "a", s2: "b", marker: "m" }).system;
    expect(specify).toContain('"specify": "yes" | "no",');
    expect(specify).not.toMatch(/"problem"|null/);
  });

  it("takes the codebook's own answer format where it has one", () => {
    const own = { ...mustCite, judge: { ...mustCite.judge, answerFormat: "Answer with one digit." } };
    const { system } = judgePrompt(own, reference, { questions: ["relevance"] });
    expect(system.endsWith("Answer with one digit.\n")).toBe(true);
    expect(system).not.toContain("JSON");
  });
});
