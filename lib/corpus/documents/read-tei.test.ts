import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceByCodePoints } from "@/lib/corpus/code-points";
import { bytesOf, citedIn, readAll, readOne, teiWith } from "./test-documents";

function ref(target: number | null, text: string): string {
  return target === null ? `<ref type="bibr">${text}</ref>` : `<ref type="bibr" target="#b${target}">${text}</ref>`;
}

describe("TEI", () => {
  it("reads front, references and text", async () => {
    const document = await readOne(
      teiWith(`<div><head n="1">Start</head><p>We follow ${ref(0, "(Ito, 2000)")}.</p></div>`, 1),
      { file: "dir/a1.tei.xml", sha256: "ab" },
    );
    expect(document).toEqual({
      id: "a1",
      title: "A paper",
      year: null,
      venue: null,
      references: [{ id: "b0", title: "On thing 0", year: 2000, venue: "J. Things" }],
      blocks: [
        {
          kind: "paragraph",
          section: "1 Start",
          sectionPath: ["1 Start"],
          text: "We follow (Ito, 2000).",
          citations: [{ start: 10, end: 21, referenceIds: ["b0"], marker: "(Ito, 2000)" }],
        },
      ],
      provenance: { format: "tei", tool: "GROBID", version: "0.8.1", file: "dir/a1.tei.xml", sha256: "ab" },
      faults: [],
    });
  });

  it("expands a range between two marks to seven citations, and one inside a mark", async () => {
    const between = await readOne(teiWith(`<div><p>As in ${ref(2, "[3]")}–${ref(8, "[9]")}.</p></div>`));
    expect(citedIn(between)).toEqual(["[3]>b2", ...[3, 4, 5, 6, 7].map((i) => `[3]–[9]>b${i}`), "[9]>b8"]);
    const inside = await readOne(teiWith(`<div><p>As in ${ref(2, "[3-5, 8]")} and ${ref(0, "[1]")}.</p></div>`));
    expect(citedIn(inside)).toEqual(["3-5>b2", "3-5>b3", "3-5>b4", "8>b7", "[1]>b0"]);
  });

  it("gives each member of a group its own span, and keeps what has no target", async () => {
    const document = await readOne(
      teiWith(
        `<div><p>So ${ref(null, "[1]")} ${ref(0, "(Ito, 2000;")} ${ref(3, "Kim, 2003)")} ${ref(null, "(Lee 1999; Diaz 1998)")}.</p></div>`,
      ),
    );
    expect(citedIn(document)).toEqual(["[1]>", "(Ito, 2000;>b0", "Kim, 2003)>b3", "(Lee 1999>", "Diaz 1998)>"]);
    expect(document.faults).toEqual([expect.objectContaining({ code: "citation-without-target", count: 3 })]);
  });

  it("does not guess a number where the list has lost an entry", async () => {
    const marks = [ref(0, "[1]"), ref(1, "[2]"), ref(2, "[4]"), ref(3, "[5]"), ref(null, "[6]")];
    const document = await readOne(teiWith(`<div><p>${marks.join(" ")}</p></div>`));
    expect(citedIn(document).at(-1)).toBe("[6]>");
  });

  it("finds sections by structure and printed numbers, on one line or many", async () => {
    const body = [
      '<div><head n="3">Methods</head><p>a</p></div>',
      '<div><head n="3.1">Data</head><p>b</p></div>',
      '<div><head n="3.1.2">Birds</head><p>c</p></div>',
      '<div><head n="4">Results</head><p>d</p><div><head>Inner</head><p>e</p></div></div>',
      "<div><head>Thanks</head><p>f</p></div>",
      "<figure><head>Figure 1</head><figDesc>g</figDesc><table><row><cell>A title in a table</cell></row></table></figure>",
    ];
    const many = await readOne(teiWith(body.join("\n\n")));
    const lined = await readOne(teiWith(body.join("")).replaceAll("\n", " "));
    expect(many.blocks.map(({ text, sectionPath }) => [text, sectionPath.join(" > ")])).toEqual([
      ["a", "3 Methods"],
      ["b", "3 Methods > 3.1 Data"],
      ["c", "3 Methods > 3.1 Data > 3.1.2 Birds"],
      ["d", "4 Results"],
      ["e", "4 Results > Inner"],
      ["f", "Thanks"],
      ["g", ""],
    ]);
    expect(lined.blocks).toEqual(many.blocks);
    expect(lined.references).toHaveLength(10);
  });

  it("keeps broken words joined, and loose text of patents", async () => {
    const document = await readOne(
      `<tei><text><head>2 GOING<lb/></head><p>a simu-<lb/>lation of<lb/> birds ${'<ref type="biblio">[5][7]</ref>'}.<lb/></p></text></tei>`,
    );
    expect(document.blocks[0]).toMatchObject({ section: "2 GOING", text: "a simu-lation of birds [5][7]." });
    expect(citedIn(document)).toEqual(["5>", "7>"]);
    const patent = await readOne('<TEI><teiHeader/><text><div id="x">The present thing.</div></text></TEI>');
    expect(patent.blocks.map(({ text }) => text)).toEqual(["The present thing."]);
  });

  it("gives out the documents of a teiCorpus one by one", async () => {
    const one = teiWith("<div><p>x</p></div>");
    const documents = await readAll(bytesOf(`<teiCorpus>${one}${one}</teiCorpus>`), { file: "all.xml" });
    expect(documents.map(({ id }) => id)).toEqual(["all-1", "all-2"]);
  });

  it("takes sentences that the file marks", async () => {
    const document = await readOne(teiWith("<div><p><s>One e.g. Two.</s> <s>Three.</s></p></div>"));
    expect(document.blocks[0]?.sentences).toEqual([
      { start: 0, end: 14 },
      { start: 14, end: 20 },
    ]);
  });

  it("marks exactly the printed mark, 10,000 texts of astral, combining and right-to-left characters", async () => {
    const piece = fc.array(
      fc.constantFrom(
        "😀",
        "𝒳",
        "e\u0301",
        "a\u0308\u0323",
        "שלום",
        "مرحبا",
        "\u202e",
        "👩‍🔬",
        "漢字",
        " ",
        "x",
        "\n",
        "\u00a0",
        "ﬁ",
      ),
      { maxLength: 8 },
    );
    const mark = fc.constantFrom("[1]", "(Ito‎, 2000)", "[😀1]", "(Müller, 2000)", "(שלום 2000)", "𝟏");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(piece, mark), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        async (parts, size) => {
          const body = parts.map(([text, marker], i) => `${text.join("")}${ref(i, marker)}`).join("");
          const [document] = await readAll(bytesOf(teiWith(`<div><p>${body}</p></div>`, 4), size * 97));
          const [block] = document?.blocks ?? [];
          expect(block?.citations.map(({ start, end }) => sliceByCodePoints(block.text, start, end))).toEqual(
            parts.map(([, marker]) => marker),
          );
          expect(block?.citations.map(({ referenceIds }) => referenceIds)).toEqual(parts.map((_, i) => [`b${i}`]));
        },
      ),
      { numRuns: 10_000 },
    );
  }, 120_000);
});
