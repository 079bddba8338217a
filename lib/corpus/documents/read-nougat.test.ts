import { describe, expect, it } from "vitest";
import { hasShared, readShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import type { CorpusDocument } from "./document";
import { readDocuments } from "./read-documents";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<CorpusDocument> {
  for await (const document of readDocuments(bytes, { file: "paper.md" })) return document;
  throw new Error("no document");
}

function paper(body: string, ...entries: string[]): AsyncIterable<Uint8Array> {
  return bytesOf(
    `# Title\n\nA. Author\n\n## 1 Intro\n\n${body}\n\n## References\n\n${entries.map((e) => `* ${e}`).join("\n")}\n`,
  );
}

function cited({ blocks }: CorpusDocument): [string, string][] {
  return blocks.flatMap(({ citations }) =>
    citations.map((one): [string, string] => [one.marker, one.referenceIds.join()]),
  );
}

const numbered = Array.from(
  { length: 9 },
  (_, i) => `[${i + 1}] A. Lee and B. Q. Cho. Title ${i + 1}. In _Proc._, 200${i}.`,
);

describe("Nougat", () => {
  it("takes groups and ranges apart, by the labels of the list", async () => {
    const document = await read(
      paper("As in [9, 2] and [3]-[5], but \\([1, 2]\\) or [0, 1] or [4](http://x.org) is none.", ...numbered),
    );
    expect(cited(document)).toEqual([
      ["9", "b8"],
      ["2", "b1"],
      ["[3]", "b2"],
      ["[3]-[5]", "b3"],
      ["[5]", "b4"],
    ]);
    expect(document.references[1]).toMatchObject({
      title: "Title 2",
      year: 2001,
      authors: ["A. Lee", "B. Q. Cho"],
      venue: "Proc.",
    });
    expect(document.title).toBe("Title");
    expect(document.blocks.map(({ text }) => text.slice(0, 5))).toEqual(["As in"]);
  });

  it("keys such as l0 and O3 are kept without a target, and counted", async () => {
    const document = await read(paper("As in [l0, 3] and [O3].", ...numbered));
    expect(cited(document)).toEqual([
      ["l0", ""],
      ["3", "b2"],
      ["O3", ""],
    ]);
    expect(document.faults.map(({ code, count }) => [code, count])).toEqual([
      ["key-misread", 2],
      ["citation-without-target", 2],
    ]);
  });

  it("refuses more than 30 % alpha-tags beside numbers in the text; at 30 % and without numbers it reads", async () => {
    const tags = (n: number) => [
      ...Array.from({ length: n }, (_, i) => `[DK+1${i}] A. Lee. Tagged ${i}. 2001.`),
      ...Array.from({ length: 10 - n }, (_, i) => `[${i + 1}] A. Lee. Numbered ${i}. 2001.`),
    ];
    await expect(read(paper("As in [1].", ...tags(4)))).rejects.toThrow(
      /^40 % of the references have tags such as \[DK\+10\]/,
    );
    expect((await read(paper("As in [1].", ...tags(3)))).references).toHaveLength(10);
    expect(cited(await read(paper("As in [DK+12] says.", ...tags(4))))).toEqual([["[DK+12]", "b2"]]);
  });

  it("flags a numbered list in the order of first mention throughout, and no other", async () => {
    const flagged = async (body: string) => (await read(paper(body, ...numbered))).faults.map(({ code }) => code);
    expect(await flagged("See [1], [2], then [1, 3], then [4-6] and [2].")).toEqual(["possibly-renumbered"]);
    expect(await flagged("See [1], [3], then [2], then [4-6].")).toEqual([]);
    expect(await flagged("See [1], [2] and [3].")).toEqual([]);
  });

  it("cites by author and year, in groups; what fits no entry stays without a target", async () => {
    const document = await read(
      paper(
        "Lee et al. (2016) and others (Cho and Fu, 2019; Wu et al., 2020) agree.",
        "Cho and Fu (2019) B. Cho and D. Fu. Sets? An answer. _J. Sets_, 2019.",
        "Lee et al. (2016) A. Lee, B. Cho, and D. Fu. Trees. 2016.",
      ),
    );
    expect(cited(document)).toEqual([
      ["Lee et al. (2016)", "b1"],
      ["Cho and Fu, 2019", "b0"],
      ["Wu et al., 2020", ""],
    ]);
    expect(document.references.map(({ title, year }) => [title, year])).toEqual([
      ["Sets?", 2019],
      ["Trees", 2016],
    ]);
  });

  it("tables, captions and footnotes stay out of paragraphs and references; a cut paragraph is joined", async () => {
    const document = await read(
      bytesOf(
        [
          "# T",
          "",
          "## 1 Intro",
          "",
          "The paragraph is cut by a",
          "",
          "Figure 1: A figure [1].",
          "",
          "float in its middle.",
          "",
          "\\begin{table}",
          "\\begin{tabular}{c} [1] & 2001 \\\\ \\end{tabular}",
          "\\end{table}",
          "Table 1: Numbers.",
          "",
          "[MISSING_PAGE_EMPTY:3]",
          "",
          "### Deeper",
          "",
          "* An item.",
          "",
          "Footnote 1: A note.",
          "",
          "## References",
          "* [1] A. Lee. Trees. In _Proc of the * [2] B. Cho. Sets. 2002.",
          "",
          "Table 2: [3] A table in the list, 2003.",
          "",
          "## Appendix A More",
          "",
          "* Not an entry.",
        ].join("\n"),
      ),
    );
    expect(document.blocks.map(({ kind, sectionPath, text }) => [kind, sectionPath.join(" > "), text])).toEqual([
      ["paragraph", "1 Intro", "The paragraph is cut by a float in its middle."],
      ["caption", "1 Intro", "Figure 1: A figure [1]."],
      ["caption", "1 Intro", "Table 1: Numbers."],
      ["list", "1 Intro > Deeper", "An item."],
      ["note", "1 Intro > Deeper", "Footnote 1: A note."],
      ["caption", "References", "Table 2: [3] A table in the list, 2003."],
      ["list", "Appendix A More", "Not an entry."],
    ]);
    expect(document.references.map(({ title }) => title)).toEqual(["Trees", "Sets"]);
    expect(document.faults.map(({ code, count }) => [code, count])).toContainEqual(["page-missing", 1]);
  });
});

describe.skipIf(!hasShared)("the published toolkit on the same two files", () => {
  type Oracle = { title: string; year: number | null; cite: string; contexts: unknown[] };

  /** Mentions a reference, and those that differ from the number of the toolkit's windows. */
  async function compare(name: string) {
    const document = await read(streamShared(`data/nougat-md/nougat-${name}.md`));
    const oracle: Oracle[] = JSON.parse(readShared(`data/masterset-ref/nougat/${name}.json`));
    const mentions = new Map<string, number>();
    for (const [, id] of cited(document)) mentions.set(id, (mentions.get(id) ?? 0) + 1);
    const rows = document.references.map(({ id, title, year, raw = "" }) => {
      const theirs = oracle.filter(({ cite }) => cite !== "" && raw.startsWith(cite));
      return {
        cite: theirs[0]?.cite,
        title,
        year,
        theirs,
        ours: mentions.get(id) ?? 0,
        windows: theirs.map((one) => one.contexts.length),
      };
    });
    return {
      document,
      rows,
      counts: rows.flatMap(({ cite, ours, windows }) =>
        windows.join() === String(ours) ? [] : [[cite, ours, windows.join()]],
      ),
      titles: rows.flatMap(({ cite, title, theirs }) => (theirs.every((one) => one.title === title) ? [] : [cite])),
      years: rows.flatMap(({ cite, year, theirs }) => (theirs.every((one) => one.year === year) ? [] : [cite])),
    };
  }

  it("multicolcnn: 28 references; theirs takes rows of tables for four more entries", async () => {
    const { document, counts, titles, years } = await compare("multicolcnn");
    expect(document.references).toHaveLength(28);
    expect(cited(document)).toHaveLength(87);
    // the toolkit lists [27] and [28] twice, once from a table, each time with the same windows
    expect(counts).toEqual([
      ["[27]", 7, "7,7"],
      ["[28]", 17, "17,17"],
    ]);
    // its titles: "CVPR'07", "CVPR 2008", an address, "DICTA'09" and rows of tables
    expect(titles).toEqual(["[1]", "[5]", "[10]", "[20]", "[27]", "[28]"]);
    // [27] is cut off by Nougat before its year; [28] runs on in the same line and is an entry of its own here
    expect(years).toEqual(["[27]", "[28]"]);
  });

  it("switch_transformers: 61 references; mentions in captions and in plural forms are counted here only", async () => {
    const { document, counts, titles, years } = await compare("switch_transformers");
    expect(document.references).toHaveLength(61);
    // two windows that are equal are one there, and each mention counts here
    expect(counts).toEqual([
      ["Raffel et al. (2019)", 14, "12"],
      ["Shazeer et al. (2018)", 9, "7"],
    ]);
    // its titles: names of authors (books, and a quotation), and an address
    expect(titles).toEqual(["Jordan and Jacobs (1994)", "Sutton (2019)", "Sutton and Barto (2018)", "Taylor (1953)"]);
    expect(years).toEqual([]);
  });
});
