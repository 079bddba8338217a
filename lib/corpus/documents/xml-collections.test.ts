import { describe, expect, it } from "vitest";
import { hasShared, listShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import type { CorpusDocument } from "./document";
import { readAll } from "./test-documents";

async function read(file: string): Promise<CorpusDocument> {
  const [document, ...more] = await readAll(streamShared(`data/${file}`), { file });
  if (!document || more.length > 0) throw new Error(`${file}: ${more.length + 1} documents`);
  return document;
}

/** References, blocks, citations, citations without a target. */
function counts({ references, blocks }: CorpusDocument): number[] {
  const citations = blocks.flatMap((block) => block.citations);
  return [
    references.length,
    blocks.length,
    citations.length,
    citations.filter((one) => one.referenceIds.length === 0).length,
  ];
}

// References and reference marks counted with Python's ElementTree; the members that ranges imply are added.
const tei: Record<string, number[]> = {
  "0046d83a-edd6-4631-b57c-755cdcce8b7f.tei.xml": [49, 46, 57, 0],
  "0807.3577.training.fulltext.tei.xml": [0, 36, 42, 42],
  "0f318087-b211-4ace-8ac9-3d9372a73c1c.tei.xml": [27, 23, 44, 1],
  "2108.04818v1.training.fulltext.tei.xml": [0, 37, 21, 21],
  "sample1.tei.xml": [8, 1, 0, 0],
  "sample2.tei.fulltext.xml": [47, 65, 87, 12],
  "sample2.tei.xml": [4, 1, 0, 0],
  "tei-escape.xml": [0, 1, 2, 2],
};

// xref of type bibr inside paragraphs, as ElementTree counts them; and the members between the ends of printed ranges.
const jats: Record<string, [references: number, marks: number, implied: number]> = {
  "jats/1471-2180-11-174.nxml": [64, 98, 20],
  "jats/1472-6831-8-11.nxml": [31, 46, 10],
  "jats/6605965a.nxml": [34, 59, 0],
  "jats/ehp-116-1694.nxml": [58, 82, 0],
  "jats/mds526.nxml": [40, 44, 8],
  "jats/pntd.0002065.nxml": [32, 43, 4],
  "jats/pone.0000217.nxml": [33, 46, 8],
  "jats/pone.0046493.nxml": [58, 90, 0],
  "s2orc-doc2json/jats/PMC5828200.nxml": [52, 66, 7],
  "s2orc-doc2json/jats/PMC6398430.nxml": [80, 107, 0],
  "s2orc-doc2json/jats/PMC7417471.nxml": [206, 193, 35],
};

describe.skipIf(!hasShared)("collections of XML", () => {
  it("GROBID's TEI: every file, with tool and version", async () => {
    expect(listShared("data/grobid-tei").filter((name) => name.endsWith(".xml"))).toEqual(Object.keys(tei));
    for (const [name, expected] of Object.entries(tei))
      expect(counts(await read(`grobid-tei/${name}`)), name).toEqual(expected);
    const { provenance } = await read("grobid-tei/sample2.tei.fulltext.xml");
    expect([provenance.tool, provenance.version]).toEqual(["GROBID", "0.4.1"]);
  });

  it("a TEI on a single line gives what the same TEI on many lines gives", async () => {
    const file = "grobid-tei/0046d83a-edd6-4631-b57c-755cdcce8b7f.tei.xml";
    async function* oneLine(): AsyncGenerator<Uint8Array> {
      for await (const bytes of streamShared(`data/${file}`))
        yield bytes.map((byte) => (byte === 10 || byte === 13 ? 32 : byte));
    }
    expect(await readAll(oneLine(), { file })).toEqual([await read(file)]);
  });

  it("JATS: every file; citations are the marks and what the ranges between them imply", async () => {
    expect(
      [...listShared("data/jats"), ...listShared("data/s2orc-doc2json/jats")].filter((name) => name.endsWith(".nxml")),
    ).toHaveLength(11);
    for (const [file, [references, marks, implied]] of Object.entries(jats)) {
      const found = counts(await read(file));
      expect([found[0], found[2], found[3]], file).toEqual([references, marks + implied, 0]);
    }
  });

  it("ACM-CR: 50 papers, 341 paragraphs, 1,800 sentences, 1,747 citations of 1,591 references, none without its reference", async () => {
    const names = listShared("data/acm-cr/papers").filter((name) => name.endsWith(".xml"));
    const documents = await Promise.all(names.map((name) => read(`acm-cr/papers/${name}`)));
    const blocks = documents.flatMap((document) => document.blocks).filter(({ kind }) => kind === "paragraph");
    const sentences = blocks.reduce((sum, block) => sum + (block.sentences?.length ?? 0), 0);
    const all = documents.map(counts).reduce((sum, one) => sum.map((value, i) => value + (one[i] ?? 0)));
    expect([names.length, blocks.length, sentences, all[2], all[0], all[3]]).toEqual([50, 341, 1800, 1747, 1591, 0]);
  });
});
