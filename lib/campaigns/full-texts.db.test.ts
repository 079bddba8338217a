import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { COMMAND, makeStudy } from "@/lib/labels/test-study";
import { createCampaign } from "./create-campaign";
import { importFocalPapers } from "./import-focal-papers";

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

async function draft() {
  const { studyId } = await makeStudy();
  const { campaignId } = await createCampaign(COMMAND, { studyId, name: "A", contact: "x" });
  const load = (content: string, fileName: string) =>
    importFocalPapers(COMMAND, { studyId, campaignId, fileName, bytes: bytes(content) });

  return { studyId, load };
}

const work = (id: string, title: string, doi = "") =>
  `<biblStruct xml:id="${id}"><analytic><title level="a">${title}</title>${doi && `<idno type="DOI">${doi}</idno>`}<author><persName><forename>Ida</forename><surname>Marsh</surname></persName></author></analytic><monogr><title level="j">J. Things</title><imprint><date type="published" when="2001"/></imprint></monogr></biblStruct>`;
const cite = (id: string, n: number) => `<ref type="bibr" target="#${id}">[${n}]</ref>`;
/** The first work is cited twice, the second once, the third never. */
const TEI = `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><encodingDesc><appInfo><application version="0.8.1" ident="GROBID"/></appInfo></encodingDesc><fileDesc><titleStmt><title>Lists and patience</title></titleStmt></fileDesc></teiHeader><text><body>
<div><head n="1">Introduction</head><p>We follow ${cite("b0", 1)}.</p></div><div><head n="2">Method</head><p>As in ${cite("b0", 1)} and ${cite("b1", 2)}.</p></div></body>
<back><div type="references"><listBibl>${work("b0", "On patience", "10.5555/p.1")}${work("b1", "On lists")}${work("b2", "Never said")}</listBibl></div></back></text></TEI>`;

test("a paper as GROBID reads it is a focal paper: its list, with mentions and sections under the ids of its items", async () => {
  const { studyId, load } = await draft();
  expect(await load(TEI, "k1.tei.xml")).toMatchObject({ papers: 1, references: 3, people: 0 });
  const paper = await prisma().focalPaper.findFirstOrThrow({ where: { studyId } });
  expect(paper).toMatchObject({ corpusId: "k1", title: "Lists and patience" });
  const rows = await prisma().focalReference.findMany({ where: { studyId }, orderBy: { n: "asc" } });
  expect(rows.map(({ corpusId, title, mentions, section }) => [corpusId, title, mentions, section])).toEqual([
    ["10.5555/p.1", "On patience", 2, "1 Introduction"],
    ["k1:b1", "On lists", 1, "2 Method"],
    ["k1:b2", "Never said", 0, null],
  ]);
  expect(rows[0]).toMatchObject({ year: 2001, doi: "10.5555/p.1", venue: "J. Things", authors: ["Ida Marsh"] });

  await expect(load(TEI, "k1.tei.xml")).rejects.toMatchObject({ status: 422 });
  const people =
    "focal_corpusid,title,e-mail\nk1,Lists and patience,ida@x.invalid\nk1,Lists and patience,bo@x.invalid\n";
  expect(await load(people, "people.csv")).toMatchObject({ papers: 0, references: 0, people: 2 });
  expect(await load(people, "people.csv")).toMatchObject({ papers: 0, references: 0, people: 0 });
  const links = await prisma().inviteePaper.findMany({ where: { studyId }, include: { invitee: true } });
  expect(links.map((link) => [link.focalId, link.invitee.email]).sort()).toEqual(
    [
      [paper.id, "ida@x.invalid"],
      [paper.id, "bo@x.invalid"],
    ].sort(),
  );
  expect(await prisma().focalReference.count({ where: { studyId } })).toBe(3);
});

test("people under another title, and a text that is cut off, are refused with words; nothing is stored", async () => {
  const { studyId, load } = await draft();
  await expect(load(TEI.slice(0, 900), "k1.tei.xml")).rejects.toMatchObject({ status: 422 });
  expect(await prisma().focalPaper.count({ where: { studyId } })).toBe(0);
  await load(TEI, "k1.tei.xml");
  const error = await load("focal_corpusid,title,e-mail\nk1,Another,ida@x.invalid\n", "people.csv").catch((e) => e);
  expect(error.details.faults).toMatchObject([{ file: "people.csv", line: 2, column: "focal_corpusid" }]);
  expect(await prisma().invitee.count({ where: { studyId } })).toBe(0);
});
