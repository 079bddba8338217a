/** A format of full texts and some generated papers in it, of the size and make of real ones. */
export type CorpusCase = { name: string; files: Uint8Array[] };

const encoder = new TextEncoder();

export function corpusCases(): CorpusCase[] {
  const seeds = Array.from({ length: 8 }, (_, i) => i);
  return [
    { name: "TEI", files: seeds.map((seed) => encoder.encode(teiPaper(seed))) },
    { name: "JATS", files: seeds.map((seed) => encoder.encode(jatsPaper(seed))) },
  ];
}

function words(seed: number, count: number): string {
  const some = ["the", "model", "of", "birds", "naïve", "counts", "with", "errors", "in", "long", "flights", "Müller"];
  return Array.from({ length: count }, (_, i) => some[(seed * 7 + i * 5 + ((i * i) % 11)) % some.length]).join(" ");
}

/** About 120 KB: 60 references and 60 paragraphs with three citations each. */
function teiPaper(seed: number): string {
  const references = Array.from(
    { length: 60 },
    (_, i) =>
      `<biblStruct xml:id="b${i}">\n<analytic>\n<title level="a" type="main">${words(seed + i, 9)}</title>\n<author><persName xmlns="http://www.tei-c.org/ns/1.0"><forename type="first">K</forename><surname>Ito</surname></persName></author>\n<author><persName xmlns="http://www.tei-c.org/ns/1.0"><forename type="first">R</forename><surname>Diaz</surname></persName></author>\n</analytic>\n<monogr>\n<title level="j">J. Birds</title>\n<imprint><biblScope unit="page" from="1" to="9"/><date type="published" when="${1990 + (i % 30)}"/></imprint>\n</monogr>\n<idno type="DOI">10.5555/x.${seed}.${i}</idno>\n</biblStruct>`,
  );
  const paragraphs = Array.from({ length: 60 }, (_, i) => {
    const mark = (n: number) =>
      `<ref type="bibr" coords="3,317.96,${i}.50,11.62,8.64" target="#b${n % 60}">[${(n % 60) + 1}]</ref>`;
    return `<div xmlns="http://www.tei-c.org/ns/1.0"><head n="${i + 1}">${words(i, 3)}</head><p>${words(i, 40)} ${mark(i)}, ${mark(i + 9)}. ${words(i + 1, 60)}. ${words(i + 2, 60)} ${mark(i + 4)}. ${words(i, 60)}.</p></div>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>${words(seed, 8)}</title></titleStmt></fileDesc></teiHeader><text><body>${paragraphs.join("\n")}</body><back><div type="references"><listBibl>${references.join("\n")}</listBibl></div></back></text></TEI>`;
}

function jatsPaper(seed: number): string {
  const references = Array.from(
    { length: 60 },
    (_, i) =>
      `<ref id="B${i}"><label>${i + 1}</label><element-citation publication-type="journal"><person-group person-group-type="author"><name><surname>Ito</surname><given-names>K</given-names></name><name><surname>Diaz</surname><given-names>R</given-names></name></person-group><article-title>${words(seed + i, 9)}</article-title><source>J Birds</source><year>${1990 + (i % 30)}</year><pub-id pub-id-type="doi">10.5555/x.${seed}.${i}</pub-id></element-citation></ref>`,
  );
  const sections = Array.from({ length: 60 }, (_, i) => {
    const mark = (n: number) => `<xref ref-type="bibr" rid="B${n % 60}">${(n % 60) + 1}</xref>`;
    return `<sec id="s${i}"><title>${words(i, 3)}</title><p>${words(i, 40)} [${mark(i)},${mark(i + 9)}]. ${words(i + 1, 60)}. ${words(i + 2, 60)} [${mark(i + 4)}]. ${words(i, 60)}.</p></sec>`;
  });
  return `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.1//EN" "x.dtd"><article><front><article-meta><title-group><article-title>${words(seed, 8)}</article-title></title-group></article-meta></front><body>${sections.join("")}</body><back><ref-list>${references.join("")}</ref-list></back></article>`;
}
