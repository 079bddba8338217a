import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { answer } from "@/lib/endorsements/answer";
import { submit, withdraw } from "@/lib/endorsements/end-response";
import { reviewPair } from "@/lib/endorsements/review-pair";
import { agree, makeCampaign, NOBODY, openReviews, reviewerOf } from "@/lib/endorsements/test-campaign";
import { command } from "@/lib/imports/test-study";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { readRelease } from "./read-release";
import { filesOf, planOf, release, verified } from "./test-release";

test("pairs that authors endorsed are released without a name; what one withdraws is counted, and gone from the patch", async () => {
  const campaign = await makeCampaign();
  const { studyId, campaignId } = campaign;
  const token = campaign.token(0);
  let { revision, papers } = await agree(token);
  const focalId = papers[0]!.focalId;
  for (const n of [2, 4]) {
    const said = { token, opId: uuid7(), revision, focalId, n, value: "yes", reason: "a private reason" };
    ({ revision } = await answer(NOBODY, said));
  }
  ({ revision } = await submit(NOBODY, { token, opId: uuid7(), revision, confirm: true }));
  const reviewer = await reviewerOf(studyId);
  for (const row of await openReviews(reviewer, { studyId, campaignId })) {
    const { endorsementId, basisHash } = row;
    const decision = row.groups.includes("self_citation")
      ? { decision: "flag", flag: "self_cite", reason: "a private note" }
      : { decision: "confirm" };
    await reviewPair(reviewer, { studyId, campaignId, endorsementId, basisHash, ...decision });
  }
  const made = await release(studyId, { tables: ["endorsement_pairs"] });
  const files = await filesOf(studyId, made.releaseId);
  const rows = files.get("tables/endorsement_pairs.jsonl")!.toString().trim().split("\n");
  const kept = await prisma().endorsement.count({ where: { studyId, value: "yes" } });
  expect([rows.length, kept]).toEqual([2, 2]);
  expect(await verified(studyId, made.releaseId)).toEqual([]);
  const text = [...files.values()].map(String).join("\n");
  for (const { name, email } of campaign.people) for (const secret of [name, email]) expect(text).not.toContain(secret);
  expect(text).not.toContain("a private");

  await withdraw(NOBODY, { token, opId: uuid7(), revision });
  const input = { studyId, releaseId: made.releaseId };
  expect((await readRelease(command, input)).withdrawnSince).toBe(2);
  const plan = planOf({ tables: ["endorsement_pairs"] });
  const { releaseId } = await createRelease(command, { studyId, plan, patchOf: made.releaseId });
  expect((await buildRelease(command, { studyId, releaseId })).version).toBe("1.0.1");
  const patched = await readRelease(command, { studyId, releaseId });
  expect(patched.manifest?.history[0]?.reasons).toEqual(["The table endorsement_pairs has 2 rows fewer."]);
  expect(await verified(studyId, releaseId)).toEqual([]);
});
