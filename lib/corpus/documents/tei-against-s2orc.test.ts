import { describe, expect, it } from "vitest";
import { hasShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import type { CorpusDocument } from "./document";
import { readDocuments } from "./read-documents";

async function read(file: string): Promise<CorpusDocument> {
  for await (const document of readDocuments(streamShared(`data/s2orc-doc2json/pdf/${file}`), { file }))
    return document;
  throw new Error("no document");
}

async function both(paper: string) {
  const [tei, json] = await Promise.all([read(`${paper}.tei.xml`), read(`${paper}.json`)]);
  const cited = ({ blocks }: CorpusDocument) =>
    blocks.flatMap(({ section, text, citations }) =>
      citations.map(({ start, end, marker, referenceIds }) => {
        expect([...text].slice(start, end).join("")).toBe(marker);
        return `${section} | ${marker} | ${referenceIds.join()}`;
      }),
    );
  const listed = ({ references }: CorpusDocument) =>
    references.map(({ id, title, year }) => `${id} | ${title} | ${year}`);
  const without = (some: string[], others: string[]) => {
    const left = [...others];
    return some.filter((one) => {
      const at = left.indexOf(one);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return {
    tei,
    json,
    citations: [without(cited(tei), cited(json)), without(cited(json), cited(tei))],
    references: [without(listed(tei), listed(json)), without(listed(json), listed(tei))],
  };
}

describe.skipIf(!hasShared)("one paper as GROBID's TEI and as S2ORC's JSON made of it", () => {
  it("N18-3011: the same references, and the same citations with the same sections and spans", async () => {
    const { tei, json, citations, references } = await both("N18-3011");
    expect([tei.references.length, json.references.length]).toEqual([27, 27]);
    expect(json.blocks.flatMap((block) => block.citations)).toHaveLength(28);
    expect(references).toEqual([[], []]);
    expect(citations).toEqual([[], []]);
  });

  it("2020.acl-main.207: the JSON lacks three references without a title, four marks, and a heading", async () => {
    const { tei, json, citations, references } = await both("2020.acl-main.207");
    expect([tei.references.length, json.references.length]).toEqual([57, 54]);
    // S2ORC drops entries without a title; citations of these have no target there
    expect(references).toEqual([["b6 |  | 2014", "b33 |  | 2019", "b53 |  | 2019"], []]);
    const [onlyTei = [], onlyJson = []] = citations;
    const moved = (list: string[], section: string) =>
      list.filter((one) => one.startsWith(`${section} | `)).map((one) => one.slice(section.length + 3));
    // S2ORC names the section behind the last paragraph "annex"; GROBID has no heading there
    const inTei = moved(onlyTei, "8 Conclusions and Future Work");
    const inJson = moved(onlyJson, "annex");
    expect(inJson.filter((one) => !inTei.includes(one))).toEqual([]);
    // numbers of a list of parameters, which GROBID takes for marks and S2ORC does not
    expect(inTei.filter((one) => !inJson.includes(one))).toEqual(["[50, | ", "100, | ", "200 | "]);
    expect(onlyTei.filter((one) => !one.startsWith("8 "))).toEqual([
      "2.2 Background: Pretrained Transformers | Liu et al., 2019) | b33",
      // printed in the JSON's text, without a span
      "4 Experiments | (Beltagy et al., 2019) | b3",
      "7 Related Work | Liu et al., 2019) | b33",
      "7 Related Work | (Bruna et al., 2014; | b6",
    ]);
    expect(onlyJson.filter((one) => !one.startsWith("annex"))).toEqual([
      "2.2 Background: Pretrained Transformers | Liu et al., 2019) | ",
      "7 Related Work | Liu et al., 2019) | ",
      "7 Related Work | (Bruna et al., 2014; | ",
    ]);
  });
});
