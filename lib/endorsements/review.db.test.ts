import { text } from "node:stream/consumers";
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { createInvitations } from "@/lib/campaigns/create-invitations";
import { invitationsCsv } from "@/lib/campaigns/invitations-csv";
import { readFunnel } from "@/lib/campaigns/read-funnel";
import { responseRates } from "@/lib/campaigns/response-rates";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makeJudge, makePerson } from "@/lib/labels/test-study";
import { addWork } from "./add-work";
import { answer } from "./answer";
import { authorAgreement } from "./author-agreement";
import { submit, withdraw } from "./end-response";
import { endorsementPairs } from "./endorsement-pairs";
import { listShown } from "./list-shown";
import { nonPaper } from "./non-paper";
import { openPairs } from "./open-pairs";
import { readCrossLayer } from "./read-cross-layer";
import { additionMatches, resolveAddition } from "./resolve-addition";
import { reviewAgreement } from "./review-agreement";
import { reviewPair } from "./review-pair";
import { agree, makeCampaign, makePool, NOBODY, openReviews, reviewerOf } from "./test-campaign";
import { withdrawnSince } from "./withdrawn-since";

type Campaign = Awaited<ReturnType<typeof makeCampaign>>;

/** Author 0 answers for two papers, 1 for the first (shared) one, 2 for a review paper. */
async function answered(more: Record<string, unknown> = {}, publish: [boolean, boolean, boolean] = [true, true, true]) {
  const campaign = await makeCampaign({ collects: { maybe: true }, ...more });
  const poolId = await makePool(campaign.studyId, [
    ...Array.from({ length: 41 }, (_, i) => ({ corpusId: `91${String(i).padStart(3, "0")}`, title: `listed ${i}` })),
    { corpusId: "555", title: "A book on patience", year: 1999, doi: "10.1000/abc" },
    { corpusId: "556", title: "Another book on patience", year: 2005 },
  ]);
  await prisma().campaign.updateMany({ where: { studyId: campaign.studyId }, data: { poolId } });
  const taps: [0 | 1 | 2, number, [number, "yes" | "maybe"][]][] = [
    [
      0,
      0,
      [
        [1, "yes"],
        [2, "yes"],
        [3, "maybe"],
      ],
    ],
    [
      1,
      0,
      [
        [2, "yes"],
        [4, "yes"],
      ],
    ],
    [2, 0, [[2, "yes"]]],
  ];
  for (const [i, paper, answers] of taps) {
    let { revision, papers } = await agree(campaign.token(i), publish[i]);
    const focalId = papers[paper]!.focalId;
    const token = campaign.token(i);
    for (const [n, value] of answers) {
      revision = (
        await answer(NOBODY, { token, opId: uuid7(), revision, focalId, n, value, reason: `the private reason ${n}` })
      ).revision;
    }
    if (i === 0) {
      const work = { token, focalId: papers[1]!.focalId, value: "yes" };
      revision = (
        await addWork(NOBODY, {
          ...work,
          opId: uuid7(),
          revision,
          workId: uuid7(),
          title: "A book on patience",
          year: 1999,
        })
      ).revision;
      revision = (
        await nonPaper(NOBODY, {
          ...{ token, focalId, opId: uuid7(), revision },
          inspirationId: uuid7(),
          kind: "talk",
          text: "a hidden talk",
        })
      ).revision;
      revision = (await listShown(NOBODY, { token, opId: uuid7(), revision, focalId })).revision;
    }
    await submit(NOBODY, { token, opId: uuid7(), revision, confirm: true });
  }

  return campaign;
}

async function reviewAll(reviewer: ServiceContext, { studyId, campaignId }: Campaign, reason = "a private note") {
  for (const row of await openReviews(reviewer, { studyId, campaignId })) {
    const scope = { studyId, campaignId, endorsementId: row.endorsementId };
    let { basisHash } = row;
    if (row.groups.includes("unresolved")) {
      const [best] = await additionMatches(reviewer, scope);
      ({ basisHash } = await resolveAddition(reviewer, { ...scope, corpusId: best!.corpusId, basisHash }));
    }
    const decision =
      row.value === "maybe"
        ? { decision: "exclude", reason }
        : row.groups.includes("self_citation")
          ? { decision: "flag", flag: "self_cite", reason }
          : row.groups.includes("review_paper")
            ? { decision: "flag", flag: "review_paper", reason }
            : { decision: "confirm" };
    await reviewPair(reviewer, { ...scope, ...decision, basisHash });
  }
}

test("what needs thought comes first; nothing is released that no person confirmed", async () => {
  const campaign = await answered();
  const { studyId, campaignId } = campaign;
  const reviewer = await reviewerOf(studyId);
  const rows = await openReviews(reviewer, { studyId, campaignId });
  expect(rows.map((row) => row.groups.join("+"))).toEqual([
    "maybe",
    "unresolved+addition",
    "self_citation",
    "review_paper",
    "plain",
    "plain",
    "plain",
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/@|Marshwood[0-9a-f]{8}"\],"isReview/);
  expect((await endorsementPairs(reviewer, { studyId, campaignId, profile: "full" })).rows).toEqual([]);
  const maybe = { studyId, campaignId, endorsementId: rows[0]!.endorsementId, basisHash: rows[0]!.basisHash };
  await expect(reviewPair(reviewer, { ...maybe, decision: "confirm" })).rejects.toMatchObject({ status: 422 });
  await expect(reviewPair(reviewer, { ...maybe, decision: "exclude" })).rejects.toThrow(/Say why/);
  await expect(
    reviewPair(reviewer, { ...maybe, decision: "exclude", reason: "x", basisHash: "0".repeat(64) }),
  ).rejects.toMatchObject({ status: 409 });
  await expect(reviewPair(COMMAND, { ...maybe, decision: "exclude", reason: "x" })).rejects.toMatchObject({
    status: 401,
  });
  const rater = await makePerson(studyId, "rater");
  await expect(openReviews(rater.ctx, { studyId, campaignId })).rejects.toMatchObject({ status: 403 });
  const stranger = await makePerson((await makeCampaign()).studyId, "researcher");
  await expect(openReviews(stranger.ctx, { studyId, campaignId })).rejects.toMatchObject({ status: 404 });
});

test("an addition is matched, offered and never joined silently", async () => {
  const { studyId, campaignId } = await answered();
  const reviewer = await reviewerOf(studyId);
  const row = (await openReviews(reviewer, { studyId, campaignId })).find((one) => one.groups.includes("unresolved"))!;
  const scope = { studyId, campaignId, endorsementId: row.endorsementId };
  const matches = await additionMatches(reviewer, scope);
  expect(matches.slice(0, 2).map(({ corpusId, by }) => [corpusId, by])).toEqual([
    ["555", "title_year"],
    ["556", "near"],
  ]);
  expect((await additionMatches(reviewer, { ...scope, text: "10.1000/abc" }))[0]).toMatchObject({
    corpusId: "555",
    by: "doi",
  });
  await expect(reviewPair(reviewer, { ...scope, decision: "confirm", basisHash: row.basisHash })).rejects.toMatchObject(
    { status: 422 },
  );
  const { basisHash } = await resolveAddition(reviewer, { ...scope, corpusId: "555", basisHash: row.basisHash });
  await expect(
    resolveAddition(reviewer, { ...scope, corpusId: "556", basisHash: row.basisHash }),
  ).rejects.toMatchObject({ status: 409 });
  await reviewPair(reviewer, { ...scope, decision: "confirm", basisHash });
});

test("the released rows, by hand; the funnel and its checks; withdrawal takes the pairs out at once", async () => {
  const campaign = await answered();
  const { studyId, campaignId, token } = campaign;
  const reviewer = await reviewerOf(studyId);
  await reviewAll(reviewer, campaign);
  const { rows, withheld } = await endorsementPairs(reviewer, { studyId, campaignId });
  // n of the first list has mentions 0, 5, 10, 15 … mod 4: n 1 → 0, n 2 → 1, n 4 → 3.
  expect(withheld).toBe(0);
  expect(rows).toEqual([
    {
      focal_corpusid: "9001",
      candidate_corpusid: "91000",
      audit_status: "flagged_self_cite",
      eligibility_flags: ["recognised", "self_citation"],
      is_context_linked: false,
      is_retrieval_evaluable: false,
      field_family: "Computer science",
    },
    {
      focal_corpusid: "9001",
      candidate_corpusid: "91001",
      audit_status: "passed",
      eligibility_flags: ["recognised"],
      is_context_linked: true,
      is_retrieval_evaluable: true,
      field_family: "Computer science",
    },
    expect.objectContaining({ candidate_corpusid: "91003", audit_status: "passed", is_retrieval_evaluable: true }),
    expect.objectContaining({
      focal_corpusid: "9002",
      candidate_corpusid: "555",
      is_context_linked: false,
      is_retrieval_evaluable: true,
      eligibility_flags: ["recalled"],
    }),
    expect.objectContaining({
      focal_corpusid: "9003",
      audit_status: "flagged_review_paper",
      is_retrieval_evaluable: false,
    }),
  ]);
  const funnel = await readFunnel(reviewer, { studyId, campaignId });
  expect(funnel).toMatchObject({
    ...{ invited: 3, opened: 3, started: 3, submitted: 3, declined: 0, withdrawn: 0, answeringPapers: 3 },
    ...{ answers: 7, maybe: 1, inspirations: 1, recalled: 1, recognised: 6, byMail: 0 },
    ...{ inReview: 0, disputed: 0, unresolved: 0, excluded: 1, flagged: 2 },
    ...{ releaseReady: 3, contextLinked: 2, retrievalEvaluable: 3, outOfPool: 0, withheldFromPublic: 0 },
    evaluableByTier: [
      { tier: "CiteNew", pairs: 1 },
      { tier: "habitual", pairs: 1 },
      { tier: "no tier", pairs: 1 },
    ],
  });
  expect(funnel.checks.filter((check) => !check.holds)).toEqual([]);
  // The two authors of the first paper named {1, 2} and {2, 4}: one work of three.
  expect(await authorAgreement(reviewer, { studyId, campaignId })).toEqual({
    papers: 1,
    namedByAny: 3,
    namedByAll: 1,
    meanOverlap: 1 / 3,
  });
  const frozen = new Date();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await withdraw(NOBODY, { token: token(1), opId: uuid7(), revision: await revisionOf(campaign, 1) });
  const after = await endorsementPairs(reviewer, { studyId, campaignId });
  expect(after.rows.map((row) => row.candidate_corpusid)).not.toContain("91003");
  // 91001 stays: the paper's other author named it too.
  expect(after.rows.map((row) => row.candidate_corpusid)).toContain("91001");
  expect(await withdrawnSince(reviewer, { studyId, since: frozen })).toEqual({ pairs: 2 });
  expect(await withdrawnSince(reviewer, { studyId, since: new Date(Date.now() + 1000) })).toEqual({ pairs: 0 });
});

async function revisionOf({ studyId, invitations, people }: Campaign, i: 0 | 1 | 2): Promise<number> {
  const { inviteeId } = invitations.find((row) => row.email === people[i].email)!;

  return (await prisma().response.findFirstOrThrow({ where: { studyId, inviteeId } })).revision;
}

test("an answer that changes after its review is reviewed again", async () => {
  const campaign = await answered();
  const { studyId, campaignId, token } = campaign;
  const reviewer = await reviewerOf(studyId);
  await reviewAll(reviewer, campaign);
  expect(await openReviews(reviewer, { studyId, campaignId })).toEqual([]);
  const { papers, revision } = await agree(token(1));
  await answer(NOBODY, { token: token(1), opId: uuid7(), revision, focalId: papers[0]!.focalId, n: 4, value: "maybe" });
  expect((await openReviews(reviewer, { studyId, campaignId })).map((row) => row.value)).toEqual(["maybe"]);
  expect((await endorsementPairs(reviewer, { studyId, campaignId })).rows).toHaveLength(4);
});

test("two reviewers are blind to each other; where they differ the pair is disputed; κ by hand", async () => {
  const campaign = await answered({ reviewers: 2 });
  const { studyId, campaignId } = campaign;
  const [first, second] = [await reviewerOf(studyId), await reviewerOf(studyId)];
  await reviewAll(first, campaign);
  expect((await endorsementPairs(first, { studyId, campaignId })).rows).toEqual([]);
  const open = await openReviews(second, { studyId, campaignId });
  expect(open.every((row) => row.outcome === "open" && row.mine === null && row.reviews === 1)).toBe(true);
  for (const row of open) {
    const scope = { studyId, campaignId, endorsementId: row.endorsementId, basisHash: row.basisHash };
    await reviewPair(second, {
      ...scope,
      ...(row.value === "maybe" || row.groups[0] !== "plain"
        ? { decision: "exclude", reason: "no" }
        : { decision: "confirm" }),
    });
  }
  // First: 1 exclude, 2 flags, 4 confirms (with the addition). Second: 4 excludes, 3 confirms. Same: 1 + 3 = 4 of 7.
  // po = 4/7, pe = (4 × 3 + 2 × 0 + 1 × 4)/49 = 16/49; κ = (28 − 16)/(49 − 16) = 12/33.
  const [pair] = await reviewAgreement(first, { studyId, campaignId });
  expect(pair).toMatchObject({ pairs: 7, same: 4, kappa: { kind: "estimate", value: expect.closeTo(12 / 33, 12) } });
  const funnel = await readFunnel(first, { studyId, campaignId });
  expect(funnel).toMatchObject({ disputed: 3, inReview: 3, excluded: 1, releaseReady: 2 });
  expect(funnel.checks.filter((check) => !check.holds)).toEqual([]);
});

test("response rates by field and year with χ² and counts", async () => {
  const { studyId, campaignId } = await answered();
  const rates = await responseRates(COMMAND, { studyId, campaignId });
  expect(
    rates.map(({ by, rows }) => [by, rows.map(({ group, invited, responded }) => [group, invited, responded])]),
  ).toEqual([
    [
      "field",
      [
        ["Biology", 1, 1],
        ["Computer science", 2, 2],
      ],
    ],
    [
      "year",
      [
        ["2024", 1, 1],
        ["2026", 2, 2],
      ],
    ],
  ]);
  expect(rates[0]?.test).toMatchObject({ kind: "undefined", reason: "Everybody has answered." });
});

test("every export holds ids and flags alone: no name, address, reason, note or link of anybody", async () => {
  const campaign = await answered({}, [true, false, true]);
  const { studyId, campaignId, people, tokens } = campaign;
  const reviewer = await reviewerOf(studyId);
  await reviewAll(reviewer, campaign, "a note of the reviewer");
  const secrets = [
    ...people.flatMap(({ name, email }) => [name, email, email.split("@")[0] ?? ""]),
    ...Object.values(tokens),
    ...["the private reason", "a hidden talk", "a note of the reviewer", "A book on patience"],
  ];
  const files: string[] = [];
  for (const profile of ["public", "team", "full"]) {
    for (const format of ["jsonl", "csv", "parquet"]) {
      const file = await openPairs(reviewer, { studyId, campaignId, profile, format });
      files.push(`${file.fileName} ${await text(file.bytes)}`);
      expect(file.rows).toBe(profile === "public" ? 4 : 5);
      expect(file.withheld).toBe(profile === "public" ? 1 : 0);
    }
  }
  files.push(JSON.stringify(await readFunnel(reviewer, { studyId, campaignId })));
  files.push(JSON.stringify(await responseRates(reviewer, { studyId, campaignId })));
  files.push(JSON.stringify(await readCrossLayer(reviewer, { studyId, campaignId, universe: "a", replicates: 100 })));
  files.push(JSON.stringify(await prisma().auditEvent.findMany({ where: { studyId } })));
  for (const file of files) for (const secret of secrets) expect(file).not.toContain(secret);
  expect(files[0]).toContain('"focal_corpusid"');
  const parquet = await openPairs(reviewer, { studyId, campaignId, format: "parquet" });
  const pieces: Uint8Array[] = [];
  for await (const piece of parquet.bytes) pieces.push(piece);
  const rows = await parquetReadObjects({ file: new Uint8Array(Buffer.concat(pieces)).buffer });
  expect(rows[1]).toMatchObject({
    focal_corpusid: 9001n,
    candidate_corpusid: 91001n,
    audit_status: "passed",
    eligibility_flags: ["recognised"],
  });
});

test("against a second layer: the universe is asked for, and decides", async () => {
  const campaign = await answered();
  const { studyId, campaignId } = campaign;
  const reviewer = await reviewerOf(studyId);
  await reviewAll(reviewer, campaign);
  await expect(readCrossLayer(reviewer, { studyId, campaignId })).rejects.toThrow(/universe/);
  const [a] = (await readCrossLayer(reviewer, { studyId, campaignId, universe: "a", replicates: 100 })).tables;
  // All 61 references have the layer's columns; four answers were flagged or excluded and are on neither side, but for
  // none passed among them: 9001/1 flagged, 9001/3 maybe, 9003/2 flagged. ROOT: even n. Endorsed: 9001/2 and 9001/4.
  expect(a).toMatchObject({ n: 58, both: 2, endorsedOnly: 0, marginals: { endorsed: 2 } });
  expect(a?.rootOnly).toBe(20 - 2 + 6 + 3);
  const b = await readCrossLayer(reviewer, { studyId, campaignId, universe: "b", replicates: 100 });
  expect(b.sentences).toEqual(["Answers from responders only.", "Not chosen is treated as negative here."]);
  expect(b.tables[0]).toMatchObject({ n: 39, both: 2, rootOnly: 18, neither: 19 });
  const c = await readCrossLayer(reviewer, { studyId, campaignId, universe: "c" });
  expect(c.tables[0]).toMatchObject({ n: 2, kappa: { kind: "undefined" }, rootShare: { value: 1, of: 2 } });
  const judge = await makeJudge(studyId, "a judge");
  const none = await readCrossLayer(reviewer, {
    ...{ studyId, campaignId, universe: "a", replicates: 100 },
    source: { kind: "labels", raterId: judge, question: "side", positive: "LEFT" },
  });
  expect(none.tables[0]).toMatchObject({ n: 0, kappa: { kind: "undefined" } });
});

test("links: one invitation a person, the CSV guards formulas and its links work", async () => {
  const { studyId, campaignId, people } = await makeCampaign();
  expect(await createInvitations(COMMAND, { studyId, campaignId })).toEqual({ made: [], left: 0 });
  await prisma().invitee.updateMany({ where: { studyId, email: people[0].email }, data: { name: "=HYPERLINK(1)" } });
  const { text: csv, rows } = await invitationsCsv(COMMAND, { studyId, campaignId });
  expect(rows).toBe(3);
  expect(csv).toContain(`"'=HYPERLINK(1)"`);
  const links = [...csv.matchAll(/\/endorse\/([\w-]{43})\r\n/g)].map((match) => match[1] ?? "");
  expect(links).toHaveLength(3);
  for (const token of links) expect((await agree(token)).stage).toBe("answering");
});
