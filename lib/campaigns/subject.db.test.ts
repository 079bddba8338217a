import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { addWork } from "@/lib/endorsements/add-work";
import { answer } from "@/lib/endorsements/answer";
import { submit } from "@/lib/endorsements/end-response";
import { endorsementPairs } from "@/lib/endorsements/endorsement-pairs";
import { nonPaper } from "@/lib/endorsements/non-paper";
import { readEndorsement } from "@/lib/endorsements/read-endorsement";
import { reviewPair } from "@/lib/endorsements/review-pair";
import { agree, makeCampaign, NOBODY, openReviews, reviewerOf } from "@/lib/endorsements/test-campaign";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { createInvitations } from "./create-invitations";
import { eraseSubject } from "./erase-subject";
import { exportSubject } from "./export-subject";

/** Which tables of a dump of the whole database hold one of the texts. */
async function tablesWith(...wanted: string[]): Promise<string[]> {
  const tables = await prisma().$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    // Searched where it lies: other tests leave tables of many megabytes.
    const [row] = await prisma().$queryRaw<{ text: string | null }[]>`
      SELECT query_to_xml(format('SELECT 1 FROM %I t WHERE EXISTS (SELECT FROM unnest(%L::text[]) w
        WHERE strpos(t::text, w) > 0) LIMIT 1', ${name}::text, ${wanted}::text[]::text), true, false, '')::text AS text`;
    if (row?.text?.includes("<row>")) found.push(name);
  }

  return found;
}

async function answered() {
  const campaign = await makeCampaign();
  const { studyId, campaignId } = campaign;
  const token = campaign.token(0);
  const { papers } = await agree(token);
  const focalId = papers[0]!.focalId;
  const secret = `secret${uuid7()}`;
  const op = (revision: number) => ({ token, focalId, opId: uuid7(), revision });
  await answer(NOBODY, { ...op(1), n: 2, value: "yes", reason: `${secret} reason` });
  await nonPaper(NOBODY, { ...op(2), inspirationId: uuid7(), kind: "conversation", text: `${secret} talk` });
  await addWork(NOBODY, { ...op(3), workId: uuid7(), title: "Some work", value: "yes", reason: `${secret} more` });
  await submit(NOBODY, { token, opId: uuid7(), revision: 4, confirm: true });
  const reviewer = await reviewerOf(studyId);
  const row = (await openReviews(reviewer, { studyId, campaignId })).find((one) => one.work.corpusId === "91001")!;
  await reviewPair(reviewer, {
    ...{ studyId, campaignId, endorsementId: row.endorsementId, basisHash: row.basisHash },
    ...{ decision: "flag", flag: "self_cite", reason: `${secret} note` },
  });
  await prisma()
    .invitation.findFirstOrThrow({ where: { studyId } })
    .then((invitation) =>
      prisma().message.create({
        data: { studyId, campaignId, invitationId: invitation.id, kind: "invite", messageId: `<${uuid7()}@x.invalid>` },
      }),
    );

  return { ...campaign, reviewer, secret };
}

test("unlink: address, name, links, reasons and notes are nowhere in the database; the answers stay", async () => {
  const { studyId, campaignId, people, secret, token, reviewer } = await answered();
  const [{ email, name }] = people;
  expect(await tablesWith(email)).toEqual(["Invitee"]);
  expect(await tablesWith(name)).toEqual(["FocalPaper", "FocalReference", "Invitee"]);
  expect(await tablesWith(secret)).toEqual(["Endorsement", "EndorsementEvent", "EndorsementReview", "Inspiration"]);
  const held = JSON.stringify(await exportSubject(COMMAND, { email }));
  for (const text of [name, secret]) expect(held).toContain(text);
  expect(await eraseSubject(COMMAND, { email: email.toUpperCase() })).toEqual({
    invitees: 1,
    account: false,
    pairs: 0,
  });
  expect(await tablesWith(email, name, secret)).toEqual([]);
  expect(await tablesWith(people[1].email)).toEqual(["Invitee"]);
  expect((await endorsementPairs(reviewer, { studyId, campaignId })).rows).toHaveLength(1);
  await expect(readEndorsement(NOBODY, { token: token(0) })).rejects.toMatchObject({ status: 404 });
  expect(await eraseSubject(COMMAND, { email })).toEqual({ invitees: 0, account: false, pairs: 0 });
  expect(await prisma().auditEvent.count({ where: { studyId, action: "subject.erase" } })).toBe(1);
  expect(await prisma().endorsementEvent.count({ where: { studyId, kind: "erase" } })).toBe(1);
});

test("remove: the answers leave, the count of them stays; nobody is asked again under the same address", async () => {
  const { studyId, campaignId, people, secret, reviewer } = await answered();
  const [{ email, name }] = people;
  expect(await eraseSubject(COMMAND, { email, mode: "remove" })).toEqual({ invitees: 1, account: false, pairs: 1 });
  expect(await tablesWith(email, name, secret)).toEqual([]);
  expect((await endorsementPairs(reviewer, { studyId, campaignId })).rows).toEqual([]);
  expect(await prisma().endorsement.count({ where: { studyId } })).toBe(0);
  // History shows that there was something, and not what.
  const events = await prisma().endorsementEvent.findMany({ where: { studyId }, orderBy: { revision: "asc" } });
  expect(events.map(({ kind, body }) => [kind, body])).toEqual([
    ...["consent", "answer", "inspiration", "work", "submit"].map((kind) => [kind, null]),
    ["erase", null],
  ]);
  await prisma().invitee.create({ data: { studyId, campaignId, email } });
  expect(await createInvitations(COMMAND, { studyId, campaignId })).toEqual({ made: [], left: 1 });
});

test("an account goes with its sessions; only administrators and the machine's own command may erase", async () => {
  const { studyId } = await makeCampaign();
  const { ctx, email, userId } = await makePerson(studyId, "researcher");
  await expect(eraseSubject(ctx, { email })).rejects.toMatchObject({ status: 404 });
  await expect(exportSubject(ctx, { email })).rejects.toMatchObject({ status: 404 });
  await expect(eraseSubject(NOBODY, { email })).rejects.toMatchObject({ status: 401 });
  await prisma().rater.create({ data: { studyId, pseudonym: "r-gone", kind: "human", userId } });
  expect(await eraseSubject(COMMAND, { email })).toEqual({ invitees: 0, account: true, pairs: 0 });
  expect(await prisma().user.count({ where: { id: userId } })).toBe(0);
  expect(await prisma().rater.findFirst({ where: { studyId, pseudonym: "r-gone" } })).toMatchObject({ userId: null });
});
