import { expect, test } from "vitest";
import { changeInvitation } from "@/lib/campaigns/change-invitation";
import { changeCampaignState } from "@/lib/campaigns/change-state";
import { updateCampaign } from "@/lib/campaigns/update-campaign";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND } from "@/lib/labels/test-study";
import { addWork } from "./add-work";
import { answer } from "./answer";
import { decline, notMe, submit, withdraw } from "./end-response";
import { exchangeToken } from "./exchange-token";
import { giveConsent } from "./give-consent";
import { listShown } from "./list-shown";
import { markOpened } from "./mark-opened";
import { nonPaper } from "./non-paper";
import { readEndorsement } from "./read-endorsement";
import { suggestWorks } from "./suggest-works";
import { agree, makeCampaign, makePool, NOBODY } from "./test-campaign";

const op = (revision: number) => ({ opId: uuid7(), revision });

async function rowsOf(studyId: string) {
  const where = { studyId };

  return {
    invitations: await prisma().invitation.findMany({ where, orderBy: { id: "asc" } }),
    responses: await prisma().response.findMany({ where }),
    endorsements: await prisma().endorsement.findMany({ where }),
    events: await prisma().endorsementEvent.findMany({ where, orderBy: { revision: "asc" } }),
  };
}

test("a scanner that reads and exchanges the link three times leaves nothing but a count; the person finds an empty form", async () => {
  const { studyId, token } = await makeCampaign();
  const before = await rowsOf(studyId);
  await Promise.all(
    [1, 2, 3].map(async () => {
      await exchangeToken(NOBODY, { token: token(0) }, uuid7());
      await readEndorsement(NOBODY, { token: token(0) });
    }),
  );
  expect(await rowsOf(studyId)).toEqual(before);
  const { exchanges } = await prisma().invitationToken.findFirstOrThrow({ where: { studyId, exchanges: { gt: 0 } } });
  expect(exchanges).toBe(3);
  const view = await readEndorsement(NOBODY, { token: token(0) });
  expect(view).toMatchObject({
    stage: "consent",
    revision: 0,
    answers: [],
    papers: [{ references: [] }, { references: [] }],
  });
  expect(view.maskedEmail).toMatch(/^i…@uni\.invalid$/);
  await markOpened(NOBODY, { token: token(0) });
  expect((await rowsOf(studyId)).invitations.filter((row) => row.openedAt)).toHaveLength(1);
});

test("wrong, malformed, revoked and expired links have one answer; the database holds no live link", async () => {
  const { studyId, campaignId, invitations, token, people } = await makeCampaign();
  const revoked = invitations.find((row) => row.email === people[1].email)!;
  await changeInvitation(COMMAND, { studyId, campaignId, invitationId: revoked.invitationId, action: "revoke" });
  const answers = new Set<string>();
  const ask = async (wrong: unknown) => {
    for (const work of [
      () => exchangeToken(NOBODY, { token: wrong }, uuid7()),
      () => readEndorsement(NOBODY, { token: wrong }),
    ]) {
      const error = await work().catch((reason) => reason);
      answers.add(error.name === "ZodError" ? "refused by its form" : `${error.status} ${error.message}`);
    }
  };
  for (const wrong of ["", "x", `${token(0).slice(0, -1)}${token(0).endsWith("A") ? "B" : "A"}`, token(1)])
    await ask(wrong);
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "closed" });
  await ask(token(0));
  await updateCampaign(COMMAND, { studyId, campaignId, closesAt: new Date(Date.now() - 1000).toISOString() });
  await ask(token(2));
  expect([...answers]).toEqual([
    "404 This link does not work any more. If you were asked about a paper of yours, write to whoever sent it.",
  ]);
  const stored = JSON.stringify(await prisma().invitationToken.findMany({ where: { studyId } }));
  for (const i of [0, 1, 2] as const) expect(stored).not.toContain(token(i));
});

test("no answer before consent; consent names the texts that were read", async () => {
  const { studyId, token } = await makeCampaign();
  const before = await readEndorsement(NOBODY, { token: token(0) });
  const focalId = before.papers[0]!.focalId;
  const tap = { token: token(0), focalId, n: 1, value: "yes" };
  await expect(answer(NOBODY, { ...tap, ...op(0) })).rejects.toMatchObject({
    status: 409,
    details: { extra: { needs: "consent" } },
  });
  expect((await rowsOf(studyId)).responses).toEqual([]);
  const consent = {
    ...{ token: token(0), ...op(0), agree: true, identityConfirmed: true, publishIdentity: false, language: "en" },
    consentHash: before.texts.en!.consent!.sha256,
    informationHash: "0".repeat(64),
  };
  await expect(giveConsent(NOBODY, consent)).rejects.toMatchObject({ status: 409 });
  await expect(giveConsent(NOBODY, { ...consent, agree: false })).rejects.toThrow();
  const view = await agree(token(0), false);
  expect(view).toMatchObject({ stage: "answering", consentCurrent: true, publishIdentity: false, revision: 1 });
  const { responses } = await rowsOf(studyId);
  expect(responses).toMatchObject([{ consentHash: consent.consentHash, language: "en", startedAt: null }]);
  await answer(NOBODY, { ...tap, ...op(1) });
  expect((await rowsOf(studyId)).responses[0]?.startedAt).not.toBeNull();
  // A new wording asks again, and what was answered is kept.
  await prisma().campaignText.create({
    data: {
      ...(await prisma().campaignText.findFirstOrThrow({ where: { studyId, kind: "consent" } })),
      version: 2,
      sha256: "f".repeat(64),
    },
  });
  expect(await readEndorsement(NOBODY, { token: token(0) })).toMatchObject({ stage: "consent", answers: [{ n: 1 }] });
  await expect(answer(NOBODY, { ...tap, ...op(2) })).rejects.toMatchObject({ status: 409 });
});

test("an author sees the list in an order of their own, the same at each visit, and nothing that a layer says", async () => {
  const { token } = await makeCampaign();
  const first = await agree(token(0));
  const again = await readEndorsement(NOBODY, { token: token(0) });
  const second = await agree(token(1));
  const order = (view: typeof first) => view.papers[0]!.references.map((row) => row.n);
  expect(order(first)).toEqual(order(again));
  expect(order(first)).not.toEqual(order(second));
  expect(order(first)).not.toEqual([...order(first)].sort((a, b) => a - b));
  expect([...order(first)].sort((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  expect(Object.keys(first.papers[0]!.references[0]!).sort()).toEqual([
    "authors",
    "n",
    "section",
    "title",
    "venue",
    "year",
  ]);
  expect(JSON.stringify(first)).not.toMatch(/CiteNew|habitual|max_root_prob|mentions|rhetoric|selfCitation/);
  // One link covers both papers of the first author; the other author has one.
  expect([first.papers.length, second.papers.length]).toEqual([2, 1]);
});

test("answers: saved at each tap, taken back, changed; recalled stays recalled; the same operation counts once", async () => {
  const { studyId, token } = await makeCampaign();
  const view = await agree(token(0));
  const focalId = view.papers[0]!.focalId;
  const tap = { token: token(0), focalId, n: 3, value: "yes", reason: "it began there", ...op(1) };
  const ack = await answer(NOBODY, tap);
  expect(ack).toMatchObject({ revision: 2, missed: false });
  expect(await answer(NOBODY, tap)).toEqual(ack);
  await expect(answer(NOBODY, { ...tap, n: 4 })).rejects.toMatchObject({ status: 422 });
  const workId = uuid7();
  await addWork(NOBODY, {
    token: token(0),
    ...op(2),
    workId,
    focalId,
    title: "A theory of browsing",
    n: 5,
    value: "yes",
  });
  await answer(NOBODY, { token: token(0), ...op(3), focalId, n: 5, value: null });
  await addWork(NOBODY, {
    token: token(0),
    ...op(4),
    workId,
    focalId,
    title: "A theory of browsing",
    n: 5,
    value: "yes",
  });
  await answer(NOBODY, { token: token(0), ...op(5), focalId, n: 5, value: "yes" });
  await answer(NOBODY, { token: token(0), ...op(6), focalId, n: 3, value: "yes", reason: "" });
  const after = await readEndorsement(NOBODY, { token: token(0) });
  expect(after.answers.map(({ n, source, reason }) => [n, source, reason]).sort()).toEqual([
    [3, "recognised", null],
    [5, "recalled", null],
  ]);
  expect((await rowsOf(studyId)).events.map((event) => event.kind)).toEqual([
    "consent",
    "answer",
    "work",
    "answer",
    "work",
    "answer",
    "answer",
  ]);
  await expect(
    addWork(NOBODY, {
      token: token(0),
      ...op(7),
      workId: uuid7(),
      focalId,
      title: "The same again",
      n: 5,
      value: "yes",
    }),
  ).rejects.toMatchObject({ status: 409 });
  await expect(answer(NOBODY, { token: token(0), ...op(7), focalId, n: 99, value: "yes" })).rejects.toMatchObject({
    status: 404,
  });
  // "maybe" is off by default.
  await expect(answer(NOBODY, { token: token(0), ...op(7), focalId, n: 2, value: "maybe" })).rejects.toMatchObject({
    status: 422,
  });
});

test("three devices at once: one response, what differs is said, nothing is lost", async () => {
  const { studyId, token } = await makeCampaign();
  const view = await agree(token(0));
  const focalId = view.papers[0]!.focalId;
  const at = (n: number, value: string | null, revision = 1) =>
    answer(NOBODY, { token: token(0), ...op(revision), focalId, n, value });
  const acks = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => at(n, "yes")));
  expect(acks.map((ack) => ack.revision).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  expect(acks.filter((ack) => !ack.missed)).toHaveLength(1);
  const { responses, endorsements } = await rowsOf(studyId);
  expect([responses.length, endorsements.length]).toEqual([1, 6]);
  // A device that has not seen the newer answer to the same work is told what stands.
  const error = await at(3, null).catch((reason) => reason);
  expect(error).toMatchObject({
    status: 409,
    details: { extra: { revision: 7, current: { n: 3, value: "yes" } } },
  });
  expect(await at(3, null, 7)).toMatchObject({ revision: 8 });
  await expect(at(3, "yes", 99)).rejects.toMatchObject({ status: 400 });
});

test("works that match nothing stay as typed; list and pool are suggested while typing; ids are never made up", async () => {
  const { studyId, campaignId, token } = await makeCampaign();
  const poolId = await makePool(studyId, [
    { corpusId: "777", title: "Dense encoders for long scientific texts", year: 2021 },
  ]);
  await updateCampaign(COMMAND, { studyId, campaignId, poolId });
  const view = await agree(token(0));
  const focalId = view.papers[0]!.focalId;
  const found = await suggestWorks(NOBODY, { token: token(0), focalId, text: "dense encoders for" });
  expect(found.slice(0, 2).map(({ from, n, corpusId }) => [from, n, corpusId])).toEqual([
    ["list", 4, "91003"],
    ["pool", null, "777"],
  ]);
  const work = { token: token(0), workId: uuid7(), focalId, title: "Something I once read", value: "yes" };
  await expect(addWork(NOBODY, { ...work, ...op(1), corpusId: "778" })).rejects.toMatchObject({ status: 404 });
  await addWork(NOBODY, { ...work, ...op(1), year: 1999, doi: "https://doi.org/10.1000/ABC" });
  await addWork(NOBODY, { ...work, ...op(2), workId: uuid7(), title: "Dense encoders", corpusId: "777" });
  expect(
    (await rowsOf(studyId)).endorsements.map(({ title, corpusId, resolvedBy, doi }) => [
      title,
      corpusId,
      resolvedBy,
      doi,
    ]),
  ).toEqual([
    ["Something I once read", null, null, "10.1000/abc"],
    ["Dense encoders", "777", "author", null],
  ]);
  await nonPaper(NOBODY, {
    token: token(0),
    ...op(3),
    inspirationId: uuid7(),
    focalId,
    kind: "talk",
    text: "a talk in Bergen",
  });
  await listShown(NOBODY, { token: token(0), ...op(4), focalId });
  const after = await readEndorsement(NOBODY, { token: token(0) });
  expect(after.inspirations).toMatchObject([{ kind: "talk", text: "a talk in Bergen" }]);
  expect(after.papers.map((paper) => paper.listShown)).toEqual([true, false]);
});

test("nobody reaches another's answers: foreign papers, works and operations", async () => {
  const { token } = await makeCampaign();
  const mine = await agree(token(0));
  const other = await agree(token(2));
  const focalId = mine.papers[0]!.focalId;
  const workId = uuid7();
  const opId = uuid7();
  await addWork(NOBODY, { token: token(0), opId, revision: 1, workId, focalId, title: "Mine", value: "yes" });
  const theirs = other.papers[0]!.focalId;
  await expect(answer(NOBODY, { token: token(2), ...op(1), focalId, n: 1, value: "yes" })).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    addWork(NOBODY, { token: token(2), ...op(1), workId, focalId: theirs, title: "Taken", value: null }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    answer(NOBODY, { token: token(2), opId, revision: 1, focalId: theirs, n: 1, value: "yes" }),
  ).rejects.toMatchObject({ status: 422 });
  expect((await readEndorsement(NOBODY, { token: token(2) })).answers).toEqual([]);
});

test("submit, change, withdraw after the deadline; an agreement later brings it back", async () => {
  const { studyId, campaignId, token } = await makeCampaign();
  const view = await agree(token(0));
  const focalId = view.papers[0]!.focalId;
  await answer(NOBODY, { token: token(0), ...op(1), focalId, n: 1, value: "yes" });
  await expect(submit(NOBODY, { token: token(0), ...op(2), confirm: false })).rejects.toThrow();
  await submit(NOBODY, { token: token(0), ...op(2), confirm: true });
  await answer(NOBODY, { token: token(0), ...op(3), focalId, n: 2, value: "yes" });
  expect(await readEndorsement(NOBODY, { token: token(0) })).toMatchObject({
    stage: "submitted",
    willBePublished: [{ focalCorpusId: "9001", candidateCorpusId: "91000" }, { candidateCorpusId: "91001" }],
  });
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "closed" });
  expect(await readEndorsement(NOBODY, { token: token(0) })).toMatchObject({ campaign: { closed: true } });
  await expect(answer(NOBODY, { token: token(0), ...op(4), focalId, n: 3, value: "yes" })).rejects.toMatchObject({
    status: 409,
  });
  await withdraw(NOBODY, { token: token(0), ...op(4) });
  expect(await readEndorsement(NOBODY, { token: token(0) })).toMatchObject({ stage: "withdrawn" });
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "open" });
  await expect(answer(NOBODY, { token: token(0), ...op(5), focalId, n: 3, value: "yes" })).rejects.toMatchObject({
    status: 409,
  });
  expect(await agree(token(0))).toMatchObject({ stage: "submitted", answers: [{ n: 1 }, { n: 2 }] });
});

test("declining is one tap, keeps only that it happened, and is never asked again; not me keeps nothing either", async () => {
  const { studyId, campaignId, token, people } = await makeCampaign();
  const view = await agree(token(0));
  const focalId = view.papers[0]!.focalId;
  await answer(NOBODY, { token: token(0), ...op(1), focalId, n: 1, value: "yes", reason: "a secret reason" });
  await decline(NOBODY, { token: token(0), ...op(2) });
  const { endorsements, events, responses } = await rowsOf(studyId);
  expect(endorsements).toEqual([]);
  expect(JSON.stringify(events)).not.toContain("secret");
  expect(responses).toMatchObject([{ consentAt: null, submittedAt: null }]);
  expect(await readEndorsement(NOBODY, { token: token(0) })).toMatchObject({ stage: "declined" });
  // Another campaign of the study leaves them out.
  const { seedCampaign } = await import("@/prisma/seed/seed-campaign");
  const second = await seedCampaign(COMMAND, studyId, people, { name: "A second campaign" });
  expect(second.invitations.map((row) => row.email).sort()).toEqual([people[1].email, people[2].email].sort());
  await notMe(NOBODY, { token: token(2), ...op(0) });
  expect(await readEndorsement(NOBODY, { token: token(2) })).toMatchObject({ stage: "not_me" });
  const own = await agree(token(1));
  await notMe(NOBODY, { token: token(1), ...op(1), focalId: own.papers[0]!.focalId });
  expect(await readEndorsement(NOBODY, { token: token(1) })).toMatchObject({ papers: [{ notMine: true }] });
  expect(campaignId).not.toBe(second.campaignId);
});
