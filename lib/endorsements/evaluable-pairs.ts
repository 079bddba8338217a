import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { NO_TIER } from "@/lib/release-files/endorsements";
import { compareIds } from "@/lib/scoring/compare-ids";
import { readyPairs } from "./endorsement-pairs";
import { loadAnswers } from "./load-answers";
import { PairsInput } from "./review-schema";

export type EvaluablePair = { focal: string; candidate: string; tier: string };

/** The evaluable set in the order of its ids, each pair with its tier; of a profile those that it may show. */
export async function evaluablePairs(ctx: ServiceContext, input: unknown): Promise<EvaluablePair[]> {
  const { studyId, campaignId, profile } = PairsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });

  return readyPairs(profile === "public" ? answers.filter((row) => row.publishIdentity) : answers)
    .filter((pair) => pair.is_retrieval_evaluable)
    .map((pair) => ({
      focal: pair.focal_corpusid,
      candidate: pair.candidate_corpusid,
      tier: pair.tier ?? NO_TIER,
    }))
    .sort((a, b) => compareIds(a.focal, b.focal) || compareIds(a.candidate, b.candidate));
}
