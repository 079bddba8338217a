import { randomBytes } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { type SeedPerson, seedCampaign } from "@/prisma/seed/seed-campaign";
import { giveConsent } from "./give-consent";
import { readEndorsement } from "./read-endorsement";
import { reviewQueue } from "./review-queue";
import type { EndorseView, ReviewRow } from "./wire";

/** For tests: a campaign of its own with three invented authors and links, and an author who has agreed. */
export const NOBODY: ServiceContext = { actor: { kind: "anonymous" }, requestId: "test" };

export async function makeCampaign(more: Record<string, unknown> = {}) {
  const { studyId, slug } = await makeStudy();
  const tag = randomBytes(4).toString("hex");
  const people: [SeedPerson, SeedPerson, SeedPerson] = [
    { email: `ida-${tag}@uni.invalid`, name: `Ida Marshwood${tag}` },
    { email: `omar-${tag}@uni.invalid`, name: `Omar Fennick${tag}` },
    { email: `sena-${tag}@lab.invalid`, name: `Sena Quillby${tag}` },
  ];
  const seeded = await seedCampaign(COMMAND, studyId, people, more);
  const token = (i: 0 | 1 | 2) => seeded.tokens[people[i].email] ?? "";

  return { studyId, slug, people, ...seeded, token };
}

export async function agree(token: string, publishIdentity = true): Promise<EndorseView> {
  const view = await readEndorsement(NOBODY, { token });
  const { consent, information } = view.texts.en ?? {};
  await giveConsent(NOBODY, {
    token,
    opId: uuid7(),
    revision: view.revision,
    agree: true,
    identityConfirmed: true,
    publishIdentity,
    language: "en",
    consentHash: consent?.sha256,
    informationHash: information?.sha256,
  });

  return readEndorsement(NOBODY, { token });
}

/** A pool of the study with the corpus ids and titles given. */
export async function makePool(
  studyId: string,
  papers: readonly { corpusId: string; title: string; year?: number; doi?: string }[],
) {
  const poolId = uuid7();
  const { normaliseTitle } = await import("@/lib/corpus/normalise-title");
  await prisma().pool.create({
    data: { studyId, id: poolId, name: poolId, fileName: "pool.jsonl", sha256: "-", bytes: 0, size: papers.length },
  });
  await prisma().poolEntry.createMany({
    data: papers.map((paper) => ({ studyId, poolId, titleKey: normaliseTitle(paper.title), ...paper })),
  });

  return poolId;
}

export async function reviewerOf(studyId: string) {
  return (await makePerson(studyId, "researcher")).ctx;
}

export async function openReviews(
  ctx: ServiceContext,
  scope: { studyId: string; campaignId: string },
): Promise<ReviewRow[]> {
  return (await reviewQueue(ctx, scope)).rows;
}
