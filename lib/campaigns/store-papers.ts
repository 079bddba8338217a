import type { Bulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import type { PaperRecord } from "./paper-record";

type Scope = { studyId: string; campaignId: string; seed: string };

/** Of papers that are there only people are stored. One person is one invitee whatever number of papers; the seed of each list's order is the campaign's and theirs. */
export async function storePapers(
  bulk: Bulk,
  { studyId, campaignId, seed }: Scope,
  papers: readonly { paper: PaperRecord; there: string | null }[],
): Promise<{ papers: number; references: number; people: number }> {
  const all = papers.map(({ paper, there }) => ({ focalId: there ?? uuid7(), paper, there: there !== null }));
  const rows = all.filter((row) => !row.there);
  await bulk.copyInto(
    "FocalPaper",
    PAPER,
    rows.map(({ focalId, paper }) => paperRow(studyId, campaignId, focalId, paper)),
  );
  const references = await bulk.copyInto("FocalReference", REFERENCE, referenceRows(studyId, rows));
  const known = await bulk.rows<{ id: string; email: string; papers: number; linked: string[] }>(sql`
    SELECT i.id::text, i.email, count(p."focalId")::int AS papers,
      coalesce(array_agg(p."focalId"::text) FILTER (WHERE p."focalId" IS NOT NULL), '{}') AS linked FROM "Invitee" i
    LEFT JOIN "InviteePaper" p ON p."studyId" = i."studyId" AND p."inviteeId" = i.id
    WHERE i."studyId" = ${studyId}::uuid AND i."campaignId" = ${campaignId}::uuid AND i.email IS NOT NULL GROUP BY 1, 2`);
  const people = new Map(known.map(({ email, ...person }) => [email, person]));
  const fresh: CopyValue[][] = [];
  const links: CopyValue[][] = [];
  for (const { focalId, paper } of all) {
    for (const { email, name, field } of paper.people) {
      const person = people.get(email) ?? { id: uuid7(), papers: 0, linked: [] };
      if (person.linked.includes(focalId)) continue;
      if (!people.has(email)) fresh.push([studyId, person.id, campaignId, email, name, field]);
      people.set(email, person);
      person.papers += 1;
      links.push([studyId, person.id, focalId, person.papers, `${seed}/${person.id}/${focalId}`]);
    }
  }
  await bulk.copyInto("Invitee", ["studyId", "id", "campaignId", "email", "name", "field"], fresh);
  await bulk.copyInto("InviteePaper", ["studyId", "inviteeId", "focalId", "n", "seed"], links);

  return { papers: rows.length, references, people: fresh.length };
}

const PAPER = [
  ...["studyId", "id", "campaignId", "corpusId", "title", "year", "venue", "doi", "field", "authors", "isReview"],
  ...["tier", "strata"],
];

function paperRow(studyId: string, campaignId: string, id: string, paper: PaperRecord): CopyValue[] {
  const { corpusId, title, year, venue, doi, field, authors, isReview, tier, strata } = paper;

  return [
    studyId,
    id,
    campaignId,
    corpusId,
    title,
    year,
    venue,
    doi,
    field,
    textArray(authors),
    isReview,
    tier,
    strata,
  ];
}

const REFERENCE = [
  ...["studyId", "focalId", "n", "corpusId", "title", "titleKey", "year", "venue", "doi", "authors", "section"],
  ...["tier", "mentions", "rhetoric", "selfCitation"],
];

function* referenceRows(
  studyId: string,
  rows: readonly { focalId: string; paper: PaperRecord }[],
): Generator<CopyValue[]> {
  for (const { focalId, paper } of rows) {
    for (const [i, row] of paper.references.entries()) {
      const { corpusId, title, titleKey, year, venue, doi, section, tier, mentions, rhetoric, selfCitation } = row;
      const authors = textArray(row.authors);
      yield [
        ...[studyId, focalId, i + 1, corpusId, title, titleKey, year, venue, doi, authors, section],
        ...[tier, mentions, rhetoric, selfCitation],
      ];
    }
  }
}

/** A list of texts as PostgreSQL writes an array. */
function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
