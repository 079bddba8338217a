import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { answer } from "@/lib/endorsements/answer";
import { submit, withdraw } from "@/lib/endorsements/end-response";
import { nonPaper } from "@/lib/endorsements/non-paper";
import { reviewPair } from "@/lib/endorsements/review-pair";
import { agree, makeCampaign, makePool, NOBODY, openReviews, reviewerOf } from "@/lib/endorsements/test-campaign";
import { command } from "@/lib/imports/test-study";
import { verifyRelease } from "@/lib/release-files/verify-release";
import { SEED_TEXTS } from "@/prisma/seed/seed-campaign";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { remakeRelease } from "./remake-release";
import { filesOf, planOf, release, sha256, sourceOf, verified } from "./test-release";

/**
 * Two of three authors answer. The first lets herself be published: her works 2 and 4 are confirmed, work 3 is excluded.
 * The second does not: his work 6 is confirmed, and so of the team's release alone. Works 2 and 6 are in the pool.
 */
async function answeredCampaign() {
  const campaign = await makeCampaign();
  const { studyId, campaignId, token } = campaign;
  const poolId = await makePool(studyId, [
    { corpusId: "91001", title: "Second" },
    { corpusId: "91005", title: "Sixth" },
  ]);
  await prisma().campaign.updateMany({ where: { studyId }, data: { poolId } });
  const secret = `secret${uuid7()}`;
  const said = async (who: 0 | 1, published: boolean, works: number[]) => {
    let { revision, papers } = await agree(token(who), published);
    const focalId = papers[0]?.focalId;
    const op = () => ({ token: token(who), focalId, opId: uuid7(), revision });
    for (const n of works)
      ({ revision } = await answer(NOBODY, { ...op(), n, value: "yes", reason: `${secret} reason` }));
    const talk = { inspirationId: uuid7(), kind: "conversation", text: `${secret} talk` };
    ({ revision } = await nonPaper(NOBODY, { ...op(), ...talk }));
    const end = { token: token(who), opId: uuid7(), revision, confirm: true };

    return (await submit(NOBODY, end)).revision;
  };
  const revision = await said(0, true, [2, 3, 4]);
  await said(1, false, [6]);
  const reviewer = await reviewerOf(studyId);
  for (const { endorsementId, basisHash, work } of await openReviews(reviewer, { studyId, campaignId })) {
    const decision =
      work.corpusId === "91002" ? { decision: "exclude", reason: `${secret} note` } : { decision: "confirm" };
    await reviewPair(reviewer, { studyId, campaignId, endorsementId, basisHash, ...decision });
  }

  return { ...campaign, secret, revision };
}

type Campaign = Awaited<ReturnType<typeof answeredCampaign>>;
let campaign: Campaign;
let files: Map<string, Buffer>;
let releaseId: string;
const text = (path: string, of = files) => of.get(path)?.toString() ?? "";
const tables = ["endorsement_pairs" as const];

beforeAll(async () => {
  campaign = await answeredCampaign();
  ({ releaseId } = await release(campaign.studyId, { tables }));
  files = await filesOf(campaign.studyId, releaseId);
}, 120_000);

test("the funnel has every count, those of the rows apart from what is stated; and makes itself again byte by byte", async () => {
  const funnel = JSON.parse(text("endorsements/funnel.json"));
  expect(funnel.note).toContain("responders only");
  // Works 2 and 4 of the first author; of them only 2 is in the pool. Mentions are (i * 5) % 4: 1 and 3.
  expect(funnel.released).toEqual({
    pairs: 2,
    flagged: 0,
    releaseReady: 2,
    contextLinked: 2,
    retrievalEvaluable: 1,
    outOfPool: 1,
  });
  // The second work is i = 1, whose tier is the second of three.
  expect(funnel.evaluableByTier).toEqual([{ tier: "CiteNew", pairs: 1 }]);
  expect(funnel.campaigns).toMatchObject([
    {
      ...{ campaign: 1, invited: 3, submitted: 2, declined: 0, answers: 4, inspirations: 2, excluded: 1 },
      ...{ releaseReady: 3, retrievalEvaluable: 2, withheldFromPublic: 1 },
    },
  ]);
  expect(await verified(campaign.studyId, releaseId)).toEqual([]);
  expect(await remakeRelease(command, { studyId: campaign.studyId, releaseId })).toMatchObject({ same: true });
}, 120_000);

test("the evaluable set is there as qrels, whole and by tier; of the team's release with whom the public may not see", async () => {
  expect(text("qrels/endorsed.qrels")).toBe("9001 0 91001 1\n");
  expect(text("qrels/endorsed-citenew.qrels")).toBe("9001 0 91001 1\n");
  const made = await release(campaign.studyId, { tables, profile: "team" });
  const team = await filesOf(campaign.studyId, made.releaseId);
  expect(text("qrels/endorsed.qrels", team)).toBe("9001 0 91001 1\n9001 0 91005 1\n");
  // i = 5: the third tier.
  expect(text("qrels/endorsed-citenew-isolated.qrels", team)).toBe("9001 0 91005 1\n");
  expect(await verified(campaign.studyId, made.releaseId)).toEqual([]);
  leaks(team);
}, 120_000);

test("what people were told and agreed to is there word by word, with the hash of their answers", async () => {
  const { endorsements } = JSON.parse(text("manifest.json"));
  const answers = await prisma().response.findFirstOrThrow({ where: { studyId: campaign.studyId } });
  for (const kind of ["consent", "information", "question", "help"] as const) {
    const entry = endorsements.texts.find((one: { kind: string }) => one.kind === kind);
    expect(entry).toMatchObject({
      campaign: 1,
      language: "en",
      version: 1,
      path: `endorsements/texts/1-${kind}-en-1.md`,
    });
    const { markdown } = SEED_TEXTS.find((one) => one.kind === kind) ?? {};
    expect(text(entry.path)).toBe(markdown);
    expect(entry.sha256).toBe(sha256(Buffer.from(`\n${markdown}`)));
    if (kind === "consent") expect(entry.sha256).toBe(answers.consentHash);
    if (kind === "information") expect(entry.sha256).toBe(answers.informationHash);
  }
  for (const path of ["README.md", "report.md"]) expect(text(path)).toContain("Answers from responders only.");
  expect([...files.keys()].filter((path) => /invitation|reminder/.test(path))).toEqual([]);
});

/** No name, address, reason, talk or note of anybody. */
function leaks(of: Map<string, Buffer>): void {
  const all = [...of.values()].map((bytes) => bytes.toString("latin1")).join("\n");
  for (const { name, email } of campaign.people) for (const word of [name, email]) expect(all).not.toContain(word);
  expect(all).not.toContain(campaign.secret);
}

test("no file holds anybody's name, address, reason, talk or note", () => {
  expect(files.size).toBeGreaterThan(15);
  leaks(files);
});

const CHANGES: [what: string, path: string, from: string, to: string, file: string][] = [
  [
    "a released count",
    "endorsements/funnel.json",
    '"releaseReady": 2',
    '"releaseReady": 5',
    "endorsements/funnel.json",
  ],
  ["an invited count", "endorsements/funnel.json", '"invited": 3', '"invited": 0', "endorsements/funnel.json"],
  [
    "who is withheld",
    "endorsements/funnel.json",
    '"withheldFromPublic": 1',
    '"withheldFromPublic": 0',
    "endorsements/funnel.json",
  ],
  ["a tier’s pair", "qrels/endorsed-citenew.qrels", "91001", "91003", "qrels/endorsed-citenew.qrels"],
  ["a pair of the set", "qrels/endorsed.qrels", "9001 0 91001 1\n", "", "qrels/endorsed.qrels"],
  [
    "a word of the consent",
    "endorsements/texts/1-consent-en-1.md",
    "agree",
    "disagree",
    "endorsements/texts/1-consent-en-1.md",
  ],
];

test.each(CHANGES)("verify finds that %s was changed", async (_, path, from, to, file) => {
  const changed = new Map(files);
  expect(text(path)).toContain(from);
  changed.set(path, Buffer.from(text(path).replace(from, to)));
  const { findings } = await verifyRelease(sourceOf(changed));
  expect(findings).toContainEqual(expect.objectContaining({ file, check: "endorsements" }));
});

test("a patch repeats what was stated and counts its own rows; the tier goes with its only pair", async () => {
  const { studyId, token, revision } = campaign;
  await withdraw(NOBODY, { token: token(0), opId: uuid7(), revision });
  const plan = planOf({ tables });
  const patch = await createRelease(command, { studyId, plan, patchOf: releaseId });
  await buildRelease(command, { studyId, releaseId: patch.releaseId });
  const patched = await filesOf(studyId, patch.releaseId);
  const funnel = JSON.parse(text("endorsements/funnel.json", patched));
  expect(funnel).toMatchObject({ withdrawnSince: 2, evaluableByTier: [], released: { pairs: 0, releaseReady: 0 } });
  expect(funnel.campaigns).toEqual(JSON.parse(text("endorsements/funnel.json")).campaigns);
  expect([...patched.keys()].filter((path) => path.startsWith("qrels/endorsed"))).toEqual([]);
  expect(await verified(studyId, patch.releaseId)).toEqual([]);
  leaks(patched);
}, 120_000);
