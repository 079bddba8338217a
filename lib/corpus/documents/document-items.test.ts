import { describe, expect, it } from "vitest";
import { blockSentences } from "./block-sentences";
import type { CorpusBlock } from "./document";
import { countMentions, documentItems } from "./document-items";
import { normaliseArxiv, normaliseCorpusId, normaliseDoi, titleYearKey } from "./identifiers";
import { readOne, teiWith } from "./test-documents";
import { toMasterSet } from "./to-masterset";
import { citationMentions, windowHash } from "./windows";

function ref(target: number, text: string): string {
  return `<ref type="bibr" target="#b${target}">${text}</ref>`;
}

/** b0 three times in two windows (twice in one sentence), b1 once, b2 never, and one without a target. */
const body = `<div><head n="1">Start</head><p>One 😀. Two ${ref(0, "[1,")} ${ref(1, "2]")} and ${ref(0, "[1]")}. Three. Four. Five.</p><p>Six ${ref(0, "[1]")}.</p></div><div><head>End</head><p>Seven <ref type="bibr">[9]</ref>.</p></div>`;

describe("windows", () => {
  it("take the citing sentence and n around it, clipped at the paragraph", async () => {
    const document = await readOne(teiWith(body, 3));
    const texts = (window: number) =>
      [...citationMentions(document, { window })].map((one) => [one.referenceId, one.text]);
    expect(texts(1)).toEqual([
      ["b0", "One 😀. Two [1, 2] and [1]. Three."],
      ["b1", "One 😀. Two [1, 2] and [1]. Three."],
      ["b0", "One 😀. Two [1, 2] and [1]. Three."],
      ["b0", "Six [1]."],
    ]);
    expect(texts(0)[0]).toEqual(["b0", "Two [1, 2] and [1]."]);
    expect(texts(2)[0]).toEqual(["b0", "One 😀. Two [1, 2] and [1]. Three. Four."]);
  });

  it("say where the mention stands in them, without brackets of its neighbours, and which share a passage", async () => {
    const document = await readOne(teiWith(body, 3));
    const mentions = [...citationMentions(document)];
    expect(mentions.map(({ text, target }) => [...text].slice(target.start, target.end).join(""))).toEqual([
      "1",
      "2",
      "[1]",
      "[1]",
    ]);
    expect(new Set(mentions.map(({ hash }) => hash)).size).toBe(2);
    expect(mentions[0]?.hash).toBe(windowHash("One 😀.  Two [1, 2] and [1].\nThree."));
  });

  it("count every mention, and the different windows beside", async () => {
    const document = await readOne(teiWith(body, 3));
    expect(countMentions(document, {})).toEqual({ mentions: 4, windows: 3 });
    const same = await readOne(teiWith(`<div><p>See ${ref(0, "[1]")}.</p><p>See ${ref(0, "[1]")}.</p></div>`, 1));
    expect(countMentions(same, {})).toEqual({ mentions: 2, windows: 1 });
  });
});

describe("blockSentences", () => {
  it("keeps numbers behind a stop with the sentence before, and stops of citations inside theirs", async () => {
    const texts = async (inner: string) => {
      const document = await readOne(teiWith(`<div><p>${inner}</p></div>`));
      const [block] = document.blocks;
      return blockSentences(block as CorpusBlock).map(({ start, end }) =>
        [...(block?.text ?? "")].slice(start, end).join("").trim(),
      );
    };
    expect(await texts(`It is so in mice. ${ref(0, "[1,")} ${ref(3, "[4]")} However, men differ.`)).toEqual([
      "It is so in mice. [1, [4]",
      "However, men differ.",
    ]);
    expect(await texts(`It is so in mice.${ref(0, "1")}<hi>,</hi>${ref(1, "2")} However, men differ.`)).toEqual([
      "It is so in mice.1,2",
      "However, men differ.",
    ]);
    expect(
      await texts(`We follow ${ref(0, "Ito et al. (A. Ed.)")} Here it ends. ${ref(1, "[2]")} extends it.`),
    ).toEqual(["We follow Ito et al. (A. Ed.) Here it ends.", "[2] extends it."]);
  });
});

describe("items", () => {
  it("for citation-role: one a reference and different window, the target marked", async () => {
    const document = await readOne(teiWith(body, 3), { file: "p7.tei.xml" });
    const items = [...documentItems(document, { to: "citation-role" })];
    expect(items.map((item) => [item.context_id, item.context_text])).toEqual([
      ["p7:b0:1", "One 😀. Two [[REF_TARGET], 2] and [REF_TARGET]. Three."],
      ["p7:b0:2", "Six [REF_TARGET]."],
      ["p7:b1:1", "One 😀. Two [1, [REF_TARGET]] and [1]. Three."],
    ]);
    expect(items[0]).toMatchObject({
      focal_corpusid: "p7",
      candidate_corpusid: "p7:b0",
      target_marker: "[REF_TARGET]",
      focal_title: "A paper",
      candidate_title: "On thing 0",
      section: "1 Start",
      source_tool: "GROBID",
      source_version: "0.8.1",
    });
    expect(items[0]?.window_hash).toBe(items[2]?.window_hash);
  });

  it("for must-cite: one a reference, all windows, mentions counted, references without a mention too", async () => {
    const document = await readOne(teiWith(body, 3), { file: "p7.tei.xml" });
    const items = [...documentItems(document, { to: "must-cite" })];
    expect(items.map(({ target, mention_count }) => [target, mention_count])).toEqual([
      ["b0", 3],
      ["b1", 1],
      ["b2", 0],
    ]);
    expect(items[0]).toMatchObject({
      query_id: "p7",
      query_title: "A paper",
      cited_title: "On thing 0",
      cited_year: 2000,
      cited_as: "[1]",
      contexts: [
        { section: "1 Start", context: "One 😀. Two [1, 2] and [1]. Three." },
        { section: "1 Start", context: "Six [1]." },
      ],
    });
  });

  it("marks by a placeholder where the printed mark does not tell the target from others", async () => {
    const document = await readOne(
      teiWith(`<div><p>We use ${ref(0, "(Ito, 2000)")}, unlike (Ito, 2000). It is so.</p></div>`, 1),
    );
    expect(toMasterSet(document)).toEqual([
      {
        target: "b0",
        title: "On thing 0",
        year: 2000,
        cite: "[REF_TARGET]",
        contexts: [{ section: "", context: "We use [REF_TARGET], unlike (Ito, 2000). It is so." }],
        mentions: 1,
      },
    ]);
  });
});

describe("identifiers", () => {
  it.each([
    ["https://doi.org/10.1145/3397271.3401032.", "10.1145/3397271.3401032"],
    ["doi:10.1016/S0140-6736(05)67889-0)", "10.1016/s0140-6736(05)67889-0"],
    ["http://dx.doi.org/10.1002%2Fasi.20317", "10.1002/asi.20317"],
    ["10.1.1.37.7", undefined],
    ["no", undefined],
  ])("DOI %s", (text, doi) => expect(normaliseDoi(text)).toBe(doi));

  it.each([
    ["https://arxiv.org/pdf/2104.08663v4.pdf", "2104.08663"],
    ["arXiv:cs.CL/0112017v1", "cs/0112017"],
    ["CoRR abs/1506.05869", "1506.05869"],
    ["2113.08663", undefined],
    ["12.3456", undefined],
  ])("arXiv %s", (text, id) => expect(normaliseArxiv(text)).toBe(id));

  it("corpus id, and title with year", () => {
    expect(normaliseCorpusId("CorpusID:233296016")).toBe("233296016");
    expect(normaliseCorpusId("S2-12")).toBeUndefined();
    expect(titleYearKey("Random  Forests.", 2001)).toBe("random forests 2001");
    expect(titleYearKey("?", 2001)).toBe("");
  });
});
