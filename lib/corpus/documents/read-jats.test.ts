import { describe, expect, it } from "vitest";
import { bytesOf, citedIn, readAll, readOne } from "./test-documents";

function jats(body: string, back = ""): string {
  const refs = [1, 2, 3, 4, 5]
    .map(
      (i) =>
        `<ref id="B${i}"><label>${i}.</label><element-citation><person-group person-group-type="author"><name><surname>Ito</surname><given-names>K</given-names></name></person-group><person-group person-group-type="editor"><name><surname>Ed</surname></name></person-group><article-title>Thing ${i}</article-title><source>J Things</source><year>200${i}</year><pub-id pub-id-type="doi">10.1234/T${i}</pub-id></element-citation></ref>`,
    )
    .join("");
  return `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "x.dtd"><article dtd-version="1.1"><front><journal-meta><journal-title-group><journal-title>Birds</journal-title></journal-title-group></journal-meta><article-meta><article-id pub-id-type="doi">10.5555/B.1</article-id><article-id pub-id-type="pmid">123</article-id><title-group><article-title>Of <italic>birds</italic></article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Kim</surname><given-names>A B</given-names></name></contrib></contrib-group><pub-date pub-type="collection"><year>2020</year></pub-date><pub-date pub-type="epub"><day>5</day><month>3</month><year>2020</year></pub-date><abstract><p>Short.</p></abstract></article-meta></front><body>${body}</body><back>${back}<ref-list>${refs}</ref-list></back></article>`;
}

function x(id: string, text: string): string {
  return `<xref ref-type="bibr" rid="${id}">${text}</xref>`;
}

describe("JATS", () => {
  it("reads front and references", async () => {
    const document = await readOne(jats("<p>Text.</p>"), { file: "PMC1.nxml" });
    expect(document).toMatchObject({
      id: "PMC1",
      title: "Of birds",
      year: 2020,
      date: "2020-03-05",
      venue: "Birds",
      doi: "10.5555/b.1",
      pmid: "123",
      authors: ["A B Kim"],
      provenance: { format: "jats", tool: "JATS", version: "1.1" },
    });
    expect(document.references[1]).toMatchObject({
      id: "B2",
      title: "Thing 2",
      year: 2002,
      venue: "J Things",
      doi: "10.1234/t2",
      authors: ["K Ito"],
    });
    expect(document.blocks[0]).toMatchObject({ kind: "abstract", section: "Abstract", text: "Short." });
  });

  it("expands ranges in all printed forms", async () => {
    const forms = [
      `[${x("B1", "1")}-${x("B3", "3")}]`,
      `${x("B1", "[1]")}–${x("B3", "[3]")}`,
      `<sup>${x("B1 B2 B3", "1–3")}</sup>`,
      `${x("B1", "1–3")}`,
    ];
    for (const form of forms) {
      const document = await readOne(jats(`<p>So${form}.</p>`));
      expect(document.blocks[1]?.citations.map(({ referenceIds }) => referenceIds)).toEqual([["B1"], ["B2"], ["B3"]]);
    }
  });

  it("nests sections, and makes lists, captions and notes blocks of their own", async () => {
    const document = await readOne(
      jats(
        `<sec><label>2</label><title>Methods</title><sec><title>Data</title><p>First ${x("B1", "Ito 2001")}<list><list-item><p>item</p></list-item></list> last.</p><fig><label>1</label><caption><title>Fig</title><p>seen</p></caption></fig><table-wrap><table><tr><td>No ${x("B2", "2")}</td></tr></table></table-wrap></sec></sec>`,
        "<ack><p>Thanks.</p></ack><fn-group><fn><p>Foot.</p></fn></fn-group>",
      ),
    );
    expect(
      document.blocks.slice(1).map(({ kind, sectionPath, text }) => [kind, sectionPath.join(" > "), text]),
    ).toEqual([
      ["paragraph", "2 Methods > Data", "First Ito 2001 last."],
      ["list", "2 Methods > Data", "item"],
      ["caption", "2 Methods > Data", "seen"],
      ["paragraph", "Acknowledgements", "Thanks."],
      ["note", "", "Foot."],
    ]);
    expect(citedIn(document)).toEqual(["Ito 2001>B1"]);
  });

  it("gives out the articles of a set one by one", async () => {
    const one = jats("<p>a</p>").replace(/<!DOCTYPE[^>]*>/, "");
    const documents = await readAll(bytesOf(`<pmc-articleset>${one}${one.replace("B.1", "B.2")}</pmc-articleset>`));
    expect(documents.map(({ id }) => id)).toEqual(["10.5555/b.1", "10.5555/b.2"]);
  });
});
