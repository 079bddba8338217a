import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { compareIds } from "@/lib/scoring/compare-ids";
import { readyPairs } from "./endorsement-pairs";
import { loadAnswers } from "./load-answers";
import { OpenQrelsInput } from "./review-schema";

/**
 * The evaluable set of a tier (of all, where none is named) as TREC qrels. Only endorsed pairs stand in it, each with
 * grade 1: what nobody endorsed is unlabelled and has no line.
 */
export async function openQrels(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ fileName: string; text: string; rows: number; tiers: { tier: string; pairs: number }[] }> {
  const { studyId, campaignId, profile, tier } = OpenQrelsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });
  const evaluable = readyPairs(profile === "public" ? answers.filter((row) => row.publishIdentity) : answers)
    .filter((pair) => pair.is_retrieval_evaluable)
    .map((pair) => ({ ...pair, tier: pair.tier ?? "no tier" }));
  const tiers = [...new Set(evaluable.map((pair) => pair.tier))].sort().map((name) => ({
    tier: name,
    pairs: evaluable.filter((pair) => pair.tier === name).length,
  }));
  const rows = evaluable
    .filter((pair) => tier === undefined || pair.tier === tier)
    .sort(
      (a, b) =>
        compareIds(a.focal_corpusid, b.focal_corpusid) || compareIds(a.candidate_corpusid, b.candidate_corpusid),
    );
  const lines = rows.map(({ focal_corpusid: focal, candidate_corpusid: candidate }) => {
    if (/\s/.test(focal + candidate)) {
      throw new ServiceError("unprocessable", `No qrels: the id "${focal}" or "${candidate}" has a space in it.`);
    }

    return `${focal} 0 ${candidate} 1\n`;
  });
  const named = tier === undefined ? "" : `-${tier.replace(/[^A-Za-z0-9]+/g, "-").toLowerCase()}`;

  return { fileName: `endorsed${named}.qrels`, text: lines.join(""), rows: rows.length, tiers };
}
