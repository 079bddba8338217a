import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { funnelParts } from "@/lib/endorsements/funnel-parts";
import { findCampaign } from "./find-campaign";
import { CampaignScope } from "./schema";
import { ANSWER_STEPS, FUNNEL_STEPS, type FunnelRows, PAIR_STEPS, PEOPLE_STEPS } from "./wire";

const Input = CampaignScope.extend({ step: z.enum(FUNNEL_STEPS) });

/** The rows that one number of the funnel counts. Who people are is the researcher's to see; who said what is nobody's here. */
export async function listFunnelRows(ctx: ServiceContext, input: unknown): Promise<FunnelRows> {
  const { studyId, campaignId, step } = Input.parse(input);
  const ofPeople = PEOPLE_STEPS.find((name) => name === step);
  await requireRole(ctx, studyId, ofPeople ? ["researcher"] : ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const { people, answers, pairs } = await funnelParts(database(ctx), { studyId, campaignId });
  if (ofPeople) {
    return {
      kind: "people",
      rows: people[ofPeople].map(({ id, email, name, papers }) => ({
        ...{ inviteeId: id, email, name },
        papers: papers.map((paper) => paper.focal.title),
      })),
    };
  }
  const ofAnswers = ANSWER_STEPS.find((name) => name === step);
  if (ofAnswers) {
    return {
      kind: "answers",
      rows: answers[ofAnswers].map((row) => ({
        endorsementId: row.id,
        focal: row.focal.title,
        work: row.title ?? row.reference?.title ?? "",
        corpusId: row.corpusId,
        value: row.value,
        source: row.source,
        outcome: row.outcome,
      })),
    };
  }
  const ofPairs = PAIR_STEPS.find((name) => name === step) ?? "releaseReady";

  return {
    kind: "pairs",
    rows: pairs[ofPairs].map((pair) => ({
      focalCorpusId: pair.focal_corpusid,
      candidateCorpusId: pair.candidate_corpusid,
      status: pair.audit_status,
      flags: pair.eligibility_flags,
      tier: pair.tier,
    })),
  };
}
