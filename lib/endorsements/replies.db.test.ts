import { expect, test } from "vitest";
import { eraseSubject } from "@/lib/campaigns/erase-subject";
import { funnelCsv } from "@/lib/campaigns/funnel-csv";
import { listFunnelRows } from "@/lib/campaigns/list-funnel-rows";
import { readFunnel } from "@/lib/campaigns/read-funnel";
import { FUNNEL_STEPS } from "@/lib/campaigns/wire";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { addReply } from "./add-reply";
import { answer } from "./answer";
import { confirmReply } from "./confirm-reply";
import { decline, withdraw } from "./end-response";
import { openQrels } from "./open-qrels";
import { listReplies, readReply } from "./read-reply";
import { reviewPair } from "./review-pair";
import { agree, makeCampaign, makePool, NOBODY, openReviews, reviewerOf } from "./test-campaign";

const MAIL = `Dear all,

for "The patience of lists":

- A theory of browsing
- A book on patience (1999)
- not [3]

Best

On Monday, you wrote:
> Slow lists and quick decisions`;

async function replied(text = MAIL) {
  const campaign = await makeCampaign();
  const poolId = await makePool(campaign.studyId, [
    { corpusId: "92004", title: "A theory of browsing" },
    { corpusId: "555", title: "A book on patience", year: 1999 },
  ]);
  await prisma().campaign.updateMany({ where: { studyId: campaign.studyId }, data: { poolId } });
  const { studyId, campaignId, people } = campaign;
  const scope = { studyId, campaignId };
  const reviewer = await reviewerOf(studyId);
  const { replyId } = await addReply(reviewer, { ...scope, email: people[0].email.toUpperCase(), text });

  return { ...campaign, scope, reviewer, replyId };
}

test("a mail's pairs are proposed, confirmed one by one, reviewed, counted by their source, and stand in the qrels", async () => {
  const { scope, reviewer, replyId, people } = await replied();
  expect(await addReply(reviewer, { ...scope, email: people[0].email, text: MAIL })).toEqual({ replyId, again: true });
  const view = await readReply(reviewer, { ...scope, replyId });
  expect(view).toMatchObject({ consent: "missing", confirmed: 0, languages: ["en"], email: people[0].email });
  const [, patience] = view.papers;
  expect(view.proposals).toMatchObject([
    { focalId: patience?.focalId, n: 5, by: "title", doubts: [], known: false },
    { focalId: patience?.focalId, n: null, title: "A book on patience", pool: [{ corpusId: "555", near: false }] },
    { focalId: patience?.focalId, n: 3, by: "number", doubts: ["negated"] },
  ]);
  const [first, second] = view.proposals;
  const pairs = [
    { focalId: first?.focalId, n: 5, title: "A theory of browsing" },
    { focalId: second?.focalId, corpusId: "555", title: second?.title, year: 1999 },
  ];
  await expect(confirmReply(reviewer, { ...scope, replyId, pairs })).rejects.toMatchObject({ code: "conflict" });
  expect(await prisma().endorsement.count({ where: { studyId: scope.studyId } })).toBe(0);
  const agreed = { language: "en", publishIdentity: true };
  expect(await confirmReply(reviewer, { ...scope, replyId, pairs, agreed })).toEqual({ added: 2, known: 0 });
  expect(await confirmReply(reviewer, { ...scope, replyId, pairs })).toEqual({ added: 0, known: 2 });
  expect((await readReply(reviewer, { ...scope, replyId })).proposals.map((one) => one.known)).toEqual([
    true,
    true,
    false,
  ]);
  expect(await listReplies(reviewer, scope)).toMatchObject([{ replyId, confirmed: 2 }]);

  const rows = await openReviews(reviewer, scope);
  expect(rows.map((row) => [row.work.corpusId, row.source, row.groups.includes("mail")])).toEqual(
    expect.arrayContaining([
      ["92004", "mail", true],
      ["555", "mail", true],
    ]),
  );
  for (const { endorsementId, basisHash } of rows) {
    await reviewPair(reviewer, { ...scope, endorsementId, decision: "confirm", basisHash });
  }
  const funnel = await readFunnel(reviewer, scope);
  expect(funnel).toMatchObject({ invited: 3, opened: 0, submitted: 1, byMail: 2, releaseReady: 2 });
  expect(funnel.checks.filter((check) => !check.holds)).toEqual([]);
  // 92004 is the fifth reference (i = 4): tier i % 3 = 1, CiteNew. 555 is in no list and has no tier.
  expect(await openQrels(reviewer, scope)).toEqual({
    fileName: "endorsed.qrels",
    text: "9002 0 555 1\n9002 0 92004 1\n",
    rows: 2,
    tiers: [
      { tier: "CiteNew", pairs: 1 },
      { tier: "no tier", pairs: 1 },
    ],
  });
  expect(await openQrels(reviewer, { ...scope, tier: "CiteNew" })).toMatchObject({
    fileName: "endorsed-citenew.qrels",
    text: "9002 0 92004 1\n",
  });
});

test("every number of the funnel is the number of the rows that it opens; people are the researcher's alone", async () => {
  const { scope, reviewer, replyId, token } = await replied("[2] and [3], please.");
  const { papers } = await readReply(reviewer, { ...scope, replyId });
  const pairs = [{ focalId: papers[0]?.focalId, n: 2, title: "second" }];
  await confirmReply(reviewer, { ...scope, replyId, pairs, agreed: { language: "en", publishIdentity: false } });
  const other = await agree(token(1));
  await answer(NOBODY, {
    ...{ token: token(1), opId: uuid7(), revision: other.revision },
    ...{ focalId: other.papers[0]?.focalId, n: 1, value: "yes" },
  });
  const [row] = await openReviews(reviewer, scope);
  const { endorsementId, basisHash } = row ?? {};
  await reviewPair(reviewer, { ...scope, endorsementId, decision: "confirm", basisHash });
  const funnel = await readFunnel(reviewer, scope);
  expect(funnel).toMatchObject({
    invited: 3,
    started: 2,
    submitted: 1,
    answers: 1,
    releaseReady: 1,
    withheldFromPublic: 1,
  });
  for (const step of FUNNEL_STEPS) {
    expect([step, (await listFunnelRows(reviewer, { ...scope, step })).rows.length]).toEqual([step, funnel[step]]);
  }
  expect(await funnelCsv(reviewer, scope)).toContain("\r\nstarted,2\r\nsubmitted,1\r\n");
  const { ctx: auditor } = await makePerson(scope.studyId, "auditor");
  expect((await listFunnelRows(auditor, { ...scope, step: "byMail" })).rows).toHaveLength(1);
  await expect(listFunnelRows(auditor, { ...scope, step: "invited" })).rejects.toMatchObject({ code: "forbidden" });
  expect((await openQrels(reviewer, scope)).rows).toBe(0);
});

test("a mail adds nothing for who declined, withdrew later, was erased, was not asked, or for another's paper", async () => {
  const { scope, reviewer, replyId, people, token } = await replied();
  const { papers } = await readReply(reviewer, { ...scope, replyId });
  const pairs = [{ focalId: papers[0]?.focalId, n: 1, title: "x" }];
  const agreed = { language: "en", publishIdentity: true };
  const confirm = (more: object = {}) => confirmReply(reviewer, { ...scope, replyId, pairs, agreed, ...more });
  await expect(addReply(reviewer, { ...scope, email: "a@b.invalid", text: "x" })).rejects.toMatchObject({
    code: "unprocessable",
  });
  await expect(confirm({ pairs: [{ focalId: uuid7(), n: 1, title: "x" }] })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(confirm({ agreed: { language: "de", publishIdentity: true } })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await prisma().response.count({ where: { studyId: scope.studyId } })).toBe(0);
  await confirm();
  const { revision } = await agree(token(0));
  await withdraw(NOBODY, { token: token(0), opId: uuid7(), revision });
  await expect(confirm()).rejects.toMatchObject({ code: "conflict" });

  const second = await addReply(reviewer, { ...scope, email: people[1].email, text: "[1]" });
  await decline(NOBODY, { token: token(1), opId: uuid7(), revision: 0 });
  await expect(confirm({ replyId: second.replyId })).rejects.toMatchObject({ code: "conflict" });
  expect((await readReply(reviewer, { ...scope, replyId: second.replyId })).consent).toBe("ended");

  await eraseSubject(COMMAND, { email: people[0].email });
  expect(await readReply(reviewer, { ...scope, replyId })).toMatchObject({ text: null, proposals: [], email: null });
  await expect(confirm()).rejects.toMatchObject({ code: "conflict" });
  const stranger = await replied();
  await expect(readReply(stranger.reviewer, { ...scope, replyId })).rejects.toMatchObject({ code: "not_found" });
  await expect(readReply(stranger.reviewer, { ...stranger.scope, replyId })).rejects.toMatchObject({
    code: "not_found",
  });
});
