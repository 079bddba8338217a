import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { readEndorsement } from "@/lib/endorsements/read-endorsement";
import { agree, makeCampaign, NOBODY } from "@/lib/endorsements/test-campaign";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { SEED_TEXTS } from "@/prisma/seed/seed-campaign";
import { changeInvitation } from "./change-invitation";
import { changeCampaignState } from "./change-state";
import { createCampaign } from "./create-campaign";
import { createInvitations } from "./create-invitations";
import { expireInvitations } from "./expire-invitations";
import { importFocalPapers } from "./import-focal-papers";
import { invitationsCsv } from "./invitations-csv";
import { listFocalPapers, listInvitations } from "./list-invitations";
import { listCampaigns, readCampaign } from "./read-campaign";
import { readFunnel } from "./read-funnel";
import { responseRates } from "./response-rates";
import { updateCampaign } from "./update-campaign";

async function* bytes(content: string | ArrayBuffer): AsyncGenerator<Uint8Array> {
  yield typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

async function draft(more: object = {}) {
  const { studyId } = await makeStudy();
  const { campaignId } = await createCampaign(COMMAND, {
    studyId,
    name: "A",
    contact: "x",
    texts: SEED_TEXTS,
    ...more,
  });
  const load = (content: string | ArrayBuffer, fileName = "papers.jsonl") =>
    importFocalPapers(COMMAND, { studyId, campaignId, fileName, bytes: bytes(content) });

  return { studyId, campaignId, load };
}

test("a draft says what is missing; texts are versioned; once open, what people agreed to stands", async () => {
  const { studyId, campaignId, load } = await draft({ texts: [], contact: "" });
  expect((await readCampaign(COMMAND, { studyId, campaignId })).missing).toEqual([
    "the information text in en",
    "the consent text in en",
    "the question text in en",
    "a contact for questions",
    "focal papers",
  ]);
  await expect(changeCampaignState(COMMAND, { studyId, campaignId, state: "open" })).rejects.toMatchObject({
    status: 409,
  });
  await updateCampaign(COMMAND, { studyId, campaignId, texts: SEED_TEXTS, contact: "x@y.invalid" });
  await updateCampaign(COMMAND, { studyId, campaignId, texts: SEED_TEXTS });
  const again = [{ kind: "consent", language: "en", markdown: "I agree, and more clearly." }];
  await updateCampaign(COMMAND, { studyId, campaignId, texts: again });
  const { texts } = await readCampaign(COMMAND, { studyId, campaignId });
  expect(texts.map(({ kind, version }) => `${kind} ${version}`).sort()).toEqual([
    "consent 2",
    "help 1",
    "information 1",
    "invitation 1",
    "question 1",
    "reminder 1",
  ]);
  // sha-256 of a line feed and the text, by another tool.
  expect(texts.find((text) => text.kind === "consent")?.sha256).toMatch(/^[0-9a-f]{64}$/);
  await load(`{"focal_corpusid":"1","title":"One","e-mail":"a@b.invalid","references":[]}\n`);
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "open" });
  await expect(updateCampaign(COMMAND, { studyId, campaignId, texts: again, name: "B" })).rejects.toThrow(
    /name, consent/,
  );
  await updateCampaign(COMMAND, { studyId, campaignId, closesAt: "2030-01-01T00:00:00Z" });
  expect((await listCampaigns(COMMAND, { studyId }))[0]).toMatchObject({
    state: "open",
    closesAt: "2030-01-01T00:00:00.000Z",
  });
  await expect(createCampaign(COMMAND, { studyId, name: "A" })).rejects.toMatchObject({ status: 409 });
  await expect(createCampaign(COMMAND, { studyId, name: "C", reminderDays: [1, 2, 3] })).rejects.toThrow();
  await expect(
    createCampaign(COMMAND, { studyId, name: "C", senderEmail: "a@b.c\r\nBcc: d@e.f" }),
  ).rejects.toMatchObject({ status: 400 });
});

test("faults of a file: line, column and reason of each, and nothing stored", async () => {
  const { studyId, load } = await draft();
  const error = await load(
    [
      `{"focal_corpusid":"1","title":"One","e-mail":"ok@x.invalid","references":[]}`,
      `{"focal_corpusid":"2","title":"Two","references":[{"title":"R","corpusid":"9"},{"title":"R2","corpusid":"9"}]}`,
      `{"focal_corpusid":"3","title":"Three","e-mail":"bad address","year":"soon"}`,
      `{"focal_corpusid":"4","title":"Four","references":[{"year":2001}]}`,
      `{"focal_corpusid":"1","title":"Another one"}`,
      `{"title":"Nameless"`,
    ].join("\n"),
  ).catch((reason) => reason);
  expect(error).toMatchObject({ status: 422, details: { total: 6 } });
  expect(error.details.faults.map(({ file, line, column }: Record<string, unknown>) => [file, line, column])).toEqual([
    ["papers.jsonl", 2, "references[2]"],
    ["papers.jsonl", 3, "email"],
    ["papers.jsonl", 3, "year"],
    ["papers.jsonl", 4, "references[1]"],
    ["papers.jsonl", 5, "title"],
    // The brace is missing after 19 characters.
    ["papers.jsonl", 6, 20],
  ]);
  expect(await prisma().focalPaper.count({ where: { studyId } })).toBe(0);
  await expect(load("")).rejects.toMatchObject({ status: 422 });
});

test("Parquet as a reader writes it: whole numbers as ids, JSON lists; the rhetoric columns stay out of an author's sight", async () => {
  const { studyId, campaignId, load } = await draft();
  const references = JSON.stringify([
    { corpusid: 20, title: "Cited", year: 2001, mentions: 3, root_label: 1, max_root_prob: 0.75, tier: "CiteNew" },
  ]);
  const file = parquetWriteBuffer({
    columnData: [
      { name: "focal_corpusid", data: [9007199254740993n], type: "INT64" },
      { name: "title", data: ["A paper of Parquet"], type: "STRING" },
      { name: "year", data: [2020], type: "INT32" },
      { name: "authors", data: [`Ida Marsh; Bo "B" Li\\\\nd`], type: "STRING" },
      { name: "email", data: ["ida@x.invalid;bo@x.invalid"], type: "STRING" },
      { name: "references", data: [references], type: "STRING" },
    ],
  });
  expect(await load(file, "papers.parquet")).toMatchObject({ papers: 1, references: 1, people: 2 });
  const [paper] = await listFocalPapers(COMMAND, { studyId, campaignId });
  expect(paper).toMatchObject({
    corpusId: "9007199254740993",
    authors: ["Ida Marsh", `Bo "B" Li\\\\nd`],
    references: 1,
    people: 2,
  });
  expect(await prisma().focalReference.findFirstOrThrow({ where: { studyId } })).toMatchObject({
    ...{ corpusId: "20", tier: "CiteNew", mentions: 3 },
    rhetoric: { root_label: 1, max_root_prob: 0.75 },
  });
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "open" });
  const { made } = await createInvitations(COMMAND, { studyId, campaignId });
  const view = await agree(made[0]?.url.split("/").at(-1) ?? "");
  expect(view.papers[0]?.references).toEqual([
    { n: 1, title: "Cited", year: 2001, venue: null, authors: [], section: null },
  ]);
});

test("links: revoked ones are dead, a replaced one keeps what was answered, a further one opens the same", async () => {
  const { studyId, campaignId, invitations, token, people } = await makeCampaign();
  await agree(token(0));
  const { invitationId } = invitations.find((row) => row.email === people[0].email)!;
  const scope = { studyId, campaignId, invitationId };
  const more = await changeInvitation(COMMAND, { ...scope, action: "link" });
  const read = (url: string | undefined) => readEndorsement(NOBODY, { token: url?.split("/").at(-1) ?? "" });
  expect((await read(more.url)).stage).toBe("answering");
  const replaced = await changeInvitation(COMMAND, { ...scope, action: "replace" });
  for (const url of [more.url, `/${token(0)}`]) await expect(read(url)).rejects.toMatchObject({ status: 404 });
  expect((await read(replaced.url)).stage).toBe("answering");
  await expect(changeInvitation(COMMAND, { ...scope, action: "link" })).rejects.toMatchObject({ status: 409 });
  const { rows } = await listInvitations(COMMAND, { studyId, campaignId, search: people[0].email });
  expect(rows.map(({ revoked, replacedById }) => [revoked, replacedById])).toEqual([
    [true, replaced.invitationId],
    [false, null],
  ]);
  const bounced = invitations.find((row) => row.email === people[1].email)!;
  await changeInvitation(COMMAND, { studyId, campaignId, invitationId: bounced.invitationId, action: "sent" });
  await changeInvitation(COMMAND, { studyId, campaignId, invitationId: bounced.invitationId, action: "bounced" });
  const found = await listInvitations(COMMAND, { studyId, campaignId, state: "bounced" });
  expect(found.rows.map((row) => row.email)).toEqual([people[1].email]);
  expect(JSON.stringify(rows)).not.toMatch(/tokenHash|reason/);
});

test("once over, links of the silent are deleted; who agreed keeps theirs; again changes nothing", async () => {
  const { studyId, campaignId, token } = await makeCampaign();
  await agree(token(0));
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "closed" });
  const states = async () =>
    (await listInvitations(COMMAND, { studyId, campaignId })).rows.map((row) => row.state).sort();
  await expireInvitations(COMMAND);
  expect(await states()).toEqual(["expired", "expired", "opened"]);
  expect(await prisma().invitationToken.count({ where: { studyId } })).toBe(1);
  expect((await readEndorsement(NOBODY, { token: token(0) })).campaign.closed).toBe(true);
  await expireInvitations(COMMAND);
  expect(await prisma().auditEvent.count({ where: { studyId, action: "campaign.expire" } })).toBe(1);
});

test("response rates with χ² by hand: fields of 4 and 4 people, 3 and 1 answered", async () => {
  const { studyId, campaignId, load } = await draft();
  const paper = (i: number) => ({
    ...{ focal_corpusid: String(i), title: `Paper ${i}`, "e-mail": `p${i}@x.invalid`, references: [] },
    ...{ field: i < 4 ? "Biology" : "Physics", year: 2020 },
  });
  await load(Array.from({ length: 8 }, (_, i) => `${JSON.stringify(paper(i))}\n`).join(""));
  await createInvitations(COMMAND, { studyId, campaignId });
  const invitees = await prisma().invitee.findMany({ where: { studyId }, orderBy: { email: "asc" } });
  for (const i of [0, 1, 2, 4]) {
    await prisma().response.create({
      data: { studyId, campaignId, inviteeId: invitees[i]!.id, consentAt: new Date(), submittedAt: new Date() },
    });
  }
  const [field, year] = await responseRates(COMMAND, { studyId, campaignId });
  expect(field?.rows.map(({ group, responded, invited }) => [group, responded, invited])).toEqual([
    ["Biology", 3, 4],
    ["Physics", 1, 4],
  ]);
  // All expected counts are 2: χ² = 4 × 1²/2 = 2, p = erfc(1) = .1573.
  expect(field?.test).toMatchObject({
    kind: "test",
    statistic: 2,
    degrees: 1,
    smallExpected: true,
    p: expect.closeTo(0.15729920705, 9),
  });
  expect(year?.test).toMatchObject({ kind: "undefined" });
});

test("another study's campaign, and roles that may not, are refused in every verb", async () => {
  const { studyId, campaignId } = await makeCampaign();
  const other = await makeCampaign();
  const { ctx: stranger } = await makePerson(other.studyId, "researcher");
  const { ctx: auditor } = await makePerson(studyId, "auditor");
  const foreign = { studyId: other.studyId, campaignId };
  const reads = [
    readCampaign,
    listInvitations,
    listFocalPapers,
    readFunnel,
    responseRates,
    invitationsCsv,
    createInvitations,
  ];
  for (const verb of reads) {
    await expect(verb(stranger, foreign)).rejects.toMatchObject({ status: 404 });
    await expect(verb(stranger, { studyId, campaignId })).rejects.toMatchObject({ status: 404 });
    await expect(verb(NOBODY, { studyId, campaignId })).rejects.toMatchObject({ status: 401 });
  }
  for (const verb of [listInvitations, invitationsCsv, createInvitations]) {
    await expect(verb(auditor, { studyId, campaignId })).rejects.toMatchObject({ status: 403 });
  }
  await expect(updateCampaign(stranger, { ...foreign, name: "x" })).rejects.toMatchObject({ status: 404 });
  await expect(changeCampaignState(stranger, { ...foreign, state: "closed" })).rejects.toMatchObject({ status: 404 });
  await expect(
    changeInvitation(stranger, { ...foreign, invitationId: uuid7(), action: "revoke" }),
  ).rejects.toMatchObject({ status: 404 });
});
