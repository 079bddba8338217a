/** For tests: a paper in TEI as GROBID writes it. Its sentences are parts of a paragraph; `[n]` cites the n-th reference, b0 being the first. */
export function tei(title: string, references: readonly string[], ...paragraphs: string[]): string {
  const cited = (text: string) =>
    text.replaceAll(/\[(\d+)\]/g, (mark, n) => `<ref type="bibr" target="#b${Number(n) - 1}">${mark}</ref>`);
  const list = references.map(
    (name, i) =>
      `<biblStruct xml:id="b${i}"><monogr><title level="m">${name}</title><imprint><date type="published" when="${2001 + i}"/></imprint></monogr></biblStruct>`,
  );
  const body = paragraphs.map((text) => `<p>${cited(text)}</p>`).join("");

  return `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>
<encodingDesc><appInfo><application version="0.8.0" ident="GROBID" when="2024-01-01"/></appInfo></encodingDesc>
<fileDesc><titleStmt><title level="a" type="main">${title}</title></titleStmt></fileDesc></teiHeader>
<text><body><div><head>Method</head>${body}</div></body>
<back><div type="references"><listBibl>${list.join("")}</listBibl></div></back></text></TEI>`;
}
