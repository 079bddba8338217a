import type { Transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { uuid7 } from "@/lib/db/uuid";
import type { PaperRecord } from "./paper-record";

const AT_ONCE = 2000;
type Scope = { studyId: string; campaignId: string; seed: string };

/** One person is one invitee whatever number of papers; the seed of each list's order is the campaign's and theirs. */
export async function storePapers(
  tx: Transaction,
  { studyId, campaignId, seed }: Scope,
  papers: readonly PaperRecord[],
): Promise<{ papers: number; references: number; people: number }> {
  const rows = papers.map((paper) => ({ focalId: uuid7(), paper }));
  await inParts(rows, (part) =>
    tx.focalPaper.createMany({
      data: part.map(({ focalId, paper: { people: _, references: __, ...paper } }) => ({
        ...paper,
        studyId,
        campaignId,
        id: focalId,
      })),
    }),
  );
  const references = rows.flatMap(({ focalId, paper }) =>
    paper.references.map(({ rhetoric, ...reference }, i) => ({
      ...reference,
      rhetoric: rhetoric === null ? Prisma.DbNull : (rhetoric as Prisma.InputJsonObject),
      studyId,
      focalId,
      n: i + 1,
    })),
  );
  await inParts(references, (part) => tx.focalReference.createMany({ data: part }));
  const people = new Map(papers.flatMap((paper) => paper.people.map((person) => [person.email, person] as const)));
  const known = await tx.invitee.findMany({
    where: { studyId, campaignId, email: { in: [...people.keys()] } },
    select: { id: true, email: true },
  });
  const ids = new Map(known.map((row) => [row.email ?? "", row.id]));
  const fresh = [...people.values()].filter((person) => !ids.has(person.email));
  for (const person of fresh) ids.set(person.email, uuid7());
  await inParts(fresh, (part) =>
    tx.invitee.createMany({
      data: part.map((person) => ({ ...person, studyId, campaignId, id: ids.get(person.email) ?? uuid7() })),
    }),
  );
  await link(tx, { studyId, seed }, rows, ids);

  return { papers: rows.length, references: references.length, people: fresh.length };
}

async function link(
  tx: Transaction,
  { studyId, seed }: { studyId: string; seed: string },
  rows: readonly { focalId: string; paper: PaperRecord }[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const had = await tx.inviteePaper.groupBy({
    by: ["inviteeId"],
    where: { studyId, inviteeId: { in: [...ids.values()] } },
    _max: { n: true },
  });
  const last = new Map(had.map((row) => [row.inviteeId, row._max.n ?? 0]));
  const links = rows.flatMap(({ focalId, paper }) =>
    paper.people.flatMap((person) => {
      const inviteeId = ids.get(person.email);
      if (inviteeId === undefined) return [];
      const n = (last.get(inviteeId) ?? 0) + 1;
      last.set(inviteeId, n);

      return [{ studyId, inviteeId, focalId, n, seed: `${seed}/${inviteeId}/${focalId}` }];
    }),
  );
  await inParts(links, (part) => tx.inviteePaper.createMany({ data: part }));
}

async function inParts<T>(rows: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) await write(rows.slice(from, from + AT_ONCE));
}
