import { describe, expect, it } from "vitest";
import { sliceByCodePoints } from "@/lib/corpus/code-points";
import { hasShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import type { CorpusFault } from "@/lib/corpus/read-events";
import { type CorpusDocument, DocumentError } from "./document";
import { readDocuments } from "./read-documents";

const { readFileSync } = process.getBuiltinModule("node:fs");
const { gunzipSync } = process.getBuiltinModule("node:zlib");

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function read(bytes: AsyncIterable<Uint8Array>, file = "f") {
  const faults: CorpusFault[] = [];
  const documents: CorpusDocument[] = [];
  for await (const one of readDocuments(bytes, { file, onFault: (fault) => faults.push(fault) })) documents.push(one);
  return { documents, faults };
}

async function one(value: unknown): Promise<CorpusDocument> {
  const { documents } = await read(bytesOf(JSON.stringify(value)));
  const [document] = documents;
  if (!document || documents.length > 1) throw new Error(`${documents.length} documents`);
  return document;
}

function cited(document: CorpusDocument) {
  return document.blocks.flatMap(({ text, citations }) =>
    citations.map((citation) => {
      expect(sliceByCodePoints(text, citation.start, citation.end)).toBe(citation.marker);
      return [citation.marker, citation.referenceIds.join()];
    }),
  );
}

describe("S2ORC", () => {
  const paragraph = {
    text: "😀 Seen in [1]–[3] and (Lee, 2016).",
    section: "Setup",
    sec_num: "2.1",
    cite_spans: [
      { start: 10, end: 13, text: "[1]", ref_id: "BIBREF0" },
      { start: 14, end: 17, text: "[3]", ref_id: "BIBREF2" },
      { start: 22, end: 33, text: "(Lee, 2016)", ref_id: null },
      { start: 0, end: 4, text: "none", ref_id: "BIBREF1" },
    ],
  };
  const lists = {
    abstract: [{ text: "We see.", section: "Abstract", cite_spans: [] }],
    body_text: [{ text: "First.", section: "Method", sec_num: "2", cite_spans: [] }, paragraph],
    bib_entries: {
      BIBREF0: {
        ref_id: "b0",
        title: "A",
        year: 2001,
        authors: [{ first: "B", middle: ["C."], last: "Lee" }],
        links: "77",
      },
      BIBREF1: { title: "B", year: "2002a", venue: "V", other_ids: { DOI: ["10.1234/AB"] } },
      BIBREF2: { title: "C", year: null, link: 78 },
    },
  };

  it.each([
    ["2019", { paper_id: "9", metadata: { title: "T", year: "2017" }, grobid_parse: lists }],
    ["2020", { paper_id: "9", _pdf_hash: "x", ...lists }],
    ["2021", { paper_id: "9", metadata: { title: "T", year: "2017-11" }, ...lists }],
    [
      "doc2json",
      { paper_id: "9", title: "T", year: "2017", header: { generated_with: "S2ORC 1.0.0" }, pdf_parse: lists },
    ],
  ])("layout of %s", async (name, value) => {
    const document = await one(value);
    expect(document).toMatchObject({
      id: "9",
      title: name === "2020" ? "" : "T",
      year: name === "2020" ? null : 2017,
      provenance: { format: "s2orc", tool: "S2ORC", version: name === "doc2json" ? "1.0.0" : null },
    });
    expect(document.date).toBe({ 2020: undefined, 2021: "2017-11" }[name] ?? (name === "2020" ? undefined : "2017"));
    expect(document.references).toEqual([
      { id: "b0", title: "A", year: 2001, authors: ["B C. Lee"], corpusId: "77" },
      { id: "b1", title: "B", year: 2002, venue: "V", doi: "10.1234/ab" },
      { id: "b2", title: "C", year: null, corpusId: "78" },
    ]);
    expect(document.blocks.map(({ kind, sectionPath }) => [kind, ...sectionPath])).toEqual([
      ["abstract", "Abstract"],
      ["paragraph", "2 Method"],
      ["paragraph", "2 Method", "2.1 Setup"],
    ]);
    expect(cited(document)).toEqual([
      ["[1]", "b0"],
      ["[1]–[3]", "b1"],
      ["[3]", "b2"],
      ["(Lee, 2016)", ""],
    ]);
    expect(document.faults.map(({ code, count }) => [code, count])).toEqual([
      ["span-misplaced", 1],
      ["citation-without-target", 1],
    ]);
  });

  it("today's API: lists are JSON in strings, offsets count code points of the whole text", async () => {
    const text =
      "𝒯itle\nA. Lee\nAbstract here.\n1 Intro\nIt works [1, 2].\n[1] B. Cho. Trees. Proc, 2019. doi:10.1234/x\n[2] D. Fu. Sets. 2020.";
    const at = (part: string, attributes?: object) => {
      const start = [...text.slice(0, text.indexOf(part))].length;
      return { start, end: String(start + [...part].length), ...(attributes && { attributes }) };
    };
    const annotations = {
      title: JSON.stringify([at("𝒯itle")]),
      author: JSON.stringify([at("A. Lee")]),
      abstract: JSON.stringify([at("Abstract here.")]),
      sectionheader: JSON.stringify([at("Intro", { n: "1" })]),
      paragraph: JSON.stringify([at("It works [1, 2].")]),
      bibref: JSON.stringify([at("[1, 2]", { ref_id: "b0" }), at("[2] D.", { ref_id: "b1" })]),
      bibentry: JSON.stringify([
        at("[1] B. Cho. Trees. Proc, 2019. doi:10.1234/x", { id: "b0", matched_paper_id: 55 }),
        at("[2] D. Fu. Sets. 2020.", { id: "b1" }),
      ]),
      bibtitle: JSON.stringify([at("Trees"), at("Sets")]),
      bibauthor: JSON.stringify([at("B. Cho"), at("D. Fu")]),
      bibvenue: null,
      figure: null,
    };
    const value = {
      corpusid: 233296016,
      externalids: { arxiv: "2104.08663", doi: null },
      content: { source: {}, text, annotations },
    };
    const document = await one(value);
    expect(document).toMatchObject({
      id: "233296016",
      corpusId: "233296016",
      arxiv: "2104.08663",
      title: "𝒯itle",
      authors: ["A. Lee"],
    });
    expect(document.blocks.map((block) => [block.kind, block.section, block.text])).toEqual([
      ["abstract", "Abstract", "Abstract here."],
      ["paragraph", "1 Intro", "It works [1, 2]."],
    ]);
    expect(document.references.map(({ raw: _, ...rest }) => rest)).toEqual([
      { id: "b0", title: "Trees", year: 2019, authors: ["B. Cho"], corpusId: "55", doi: "10.1234/x" },
      { id: "b1", title: "Sets", year: 2020, authors: ["D. Fu"] },
    ]);
    expect(cited(document)).toHaveLength(2);
    expect(document.faults).toContainEqual(expect.objectContaining({ code: "citation-outside-paragraph", count: 1 }));
    const broken = { ...value, content: { text, annotations: { ...annotations, paragraph: "[{" } } };
    const { documents, faults } = await read(bytesOf(`${JSON.stringify(broken)}\n${JSON.stringify(value)}\n`));
    expect(documents).toHaveLength(1);
    expect(faults).toEqual([{ file: "f", line: 1, reason: "content.annotations.paragraph is no JSON list." }]);
  });

  it("goes on after a broken line, and refuses a file of one broken document", async () => {
    const good = JSON.stringify({ paper_id: "1", ...lists });
    const { documents, faults } = await read(bytesOf(`${good}\n{"paper_id": "2", "cite_spans": [}\n\n${good}\n`));
    expect(documents).toHaveLength(2);
    expect(faults).toMatchObject([{ file: "f", line: 2, column: 34 }]);
    const cut = read(bytesOf(good.slice(0, -9)));
    await expect(cut).rejects.toThrow(DocumentError);
    await expect(read(bytesOf('{"a": 1}'))).rejects.toThrow("has the shape of no known full text");
  });

  // spans, entries and spans without ref_id, counted by a script over the JSON itself
  it.skipIf(!hasShared).each([
    ["pdf/2020.acl-main.207", 75, 54, 17],
    ["pdf/N18-3011", 28, 27, 8],
    ["s2orc/20190928/10002293", 70, 61, 1],
    ["s2orc/20190928/10042064", 26, 25, 9],
    ["s2orc/20190928/10045593", 51, 36, 0],
    ["s2orc/20200705/18980380", 38, 27, 0],
    ["s2orc/20200705/18980463", 95, 60, 0],
    ["s2orc/20200705/94551546", 60, 43, 0],
    ["s2orc/20210101/24e6b80e338a4e543de6b49cada07156c9149d22", 101, 67, 2],
    ["s2orc/20210101/f2235cd28c171f9f3b6a8bcebe246159c464980c", 31, 39, 11],
  ])("%s: %i spans, %i references, %i without a target", async (name, spans, references, without) => {
    const { documents, faults } = await read(streamShared(`data/s2orc-doc2json/${name}.json`));
    expect(faults).toEqual([]);
    const [document] = documents;
    expect(document?.references).toHaveLength(references);
    const citations = document ? cited(document) : [];
    expect(citations).toHaveLength(spans);
    expect(citations.filter(([, ids]) => ids === "")).toHaveLength(without);
  });
});

describe("unarXive", () => {
  it("writes placeholders out, with offsets of the text that results", async () => {
    const text = "Let {{formula:f1}} be 𝒳 as in {{cite:aa}}, {{cite:bb}} and {{figure:g1}}.\n";
    const span = (printed: string, ref_id: string) => {
      const start = [...text.slice(0, text.indexOf(printed))].length;
      return { start, end: start + printed.length, text: printed, ref_id };
    };
    const document = await one({
      paper_id: "2212.11867",
      _source_hash: "x",
      metadata: {
        title: "Zeros of\n  polynomials",
        doi: "10.1234/Z",
        categories: "math.PR math.CA",
        authors_parsed: [["Vu", "Xuan-Truong", ""]],
        versions: [{ version: "v1", created: "Thu, 2 Dec 2022 17:01:56 GMT" }],
      },
      discipline: "Mathematics",
      abstract: { section: "Abstract", text: "We count.", cite_spans: [], ref_spans: [] },
      body_text: [
        {
          section: "Intro",
          sec_number: "1",
          content_type: "paragraph",
          text,
          cite_spans: [span("{{cite:aa}}", "aa"), span("{{cite:bb}}", "bb")],
          ref_spans: [span("{{formula:f1}}", "f1"), span("{{figure:g1}}", "g1")],
        },
      ],
      bib_entries: {
        bb: {
          bib_entry_raw: "A. Lee. Trees. 375(9):6311, 2021. arXiv:2004.00001",
          ids: { doi: "", arxiv_id: "2004.00001" },
        },
        aa: { bib_entry_raw: "B. Cho. Sets. 1999.", ids: { doi: "10.1/x" }, contained_arXiv_ids: [] },
      },
      ref_entries: { f1: { latex: "X_1,\n X_2 ", type: "formula" }, g1: { caption: "c", type: "figure" } },
    });
    expect(document).toMatchObject({
      id: "2212.11867",
      arxiv: "2212.11867",
      doi: "10.1234/z",
      title: "Zeros of polynomials",
      authors: ["Xuan-Truong Vu"],
      date: "2022-12-02",
      year: 2022,
      fields: ["Mathematics", "math.PR", "math.CA"],
    });
    expect(document.blocks[1]?.text).toBe("Let $X_1, X_2$ be 𝒳 as in [2], [1] and [figure].");
    expect(document.blocks[1]?.sectionPath).toEqual(["1 Intro"]);
    expect(cited(document)).toEqual([
      ["[2]", "aa"],
      ["[1]", "bb"],
    ]);
    expect(document.references.map(({ id, year, arxiv }) => [id, year, arxiv])).toEqual([
      ["bb", 2021, "2004.00001"],
      ["aa", 1999, undefined],
    ]);
  });

  // 48 of 49 lines, 2,996 cite_spans, all with an entry: counted by a script over the JSON; line 37 has the escape \x
  it.skipIf(!hasShared)("the published sample: 48 papers, 2,996 citations, one line that is no JSON", async () => {
    const { documents, faults } = await read(sampleOf("data/unarxive/unarXive_data_sample.tar.gz"));
    expect(documents).toHaveLength(48);
    expect(faults).toEqual([
      { file: "f", line: 37, column: 2826, reason: "Not valid JSON: unknown escape in a string." },
    ]);
    const citations = documents.flatMap(cited);
    expect(citations).toHaveLength(2996);
    expect(citations.filter(([, ids]) => ids === "")).toEqual([]);
    expect(documents.reduce((sum, { references }) => sum + references.length, 0)).toBe(1745);
    const written = documents.flatMap(({ blocks }) =>
      blocks.flatMap(({ text, sectionPath }) => [text, ...sectionPath]),
    );
    expect(written.filter((text) => /\{\{\w+:/.test(text))).toEqual([]);
  });
});

/** The one .jsonl in a gzipped tar. */
async function* sampleOf(file: string): AsyncGenerator<Uint8Array> {
  const tar = gunzipSync(readFileSync(`${import.meta.dirname}/../../../../shared/${file}`));
  for (let at = 0; at < tar.length; ) {
    const name = tar.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    if (name.endsWith(".jsonl")) yield tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
