import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type LoadedAnswer, loadAnswers } from "./load-answers";
import { PairsInput } from "./review-schema";
import type { EndorsementPair } from "./wire";

export type ReadyPair = EndorsementPair & { tier: string | null; authors: number };

/**
 * The rows of endorsement_pairs. What nobody endorsed, "maybe", what no reviewer confirmed and what was withdrawn is no
 * row at all: unlabelled, never negative. `public` also leaves out whose authors did not agree to be published with the
 * paper's identity, and says how many.
 */
export async function endorsementPairs(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ rows: EndorsementPair[]; withheld: number }> {
  const { studyId, campaignId, profile } = PairsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });
  const pairs = readyPairs(answers);
  // What somebody said who did not agree to be named takes no part in the public file, not even in a flag.
  const kept = profile === "public" ? readyPairs(answers.filter((row) => row.publishIdentity)) : pairs;

  return {
    rows: kept.map(({ tier: _, authors: __, ...row }) => row),
    withheld: pairs.length - kept.length,
  };
}

const RANK = { passed: 0, flagged_self_cite: 1, flagged_review_paper: 2 };

/** One row an edge, whatever number of its authors named it; in id order. Of several outcomes the best counts. */
export function readyPairs(answers: readonly LoadedAnswer[]): ReadyPair[] {
  const edges = new Map<string, LoadedAnswer[]>();
  for (const row of answers) {
    if (row.value !== "yes" || row.corpusId === null || !(row.outcome in RANK)) continue;
    const key = `${row.focal.corpusId} ${row.corpusId}`;
    edges.set(key, [...(edges.get(key) ?? []), row]);
  }

  return [...edges.values()]
    .map(pairOf)
    .sort((a, b) => compare(a.focal_corpusid, b.focal_corpusid) || compare(a.candidate_corpusid, b.candidate_corpusid));
}

function pairOf(rows: LoadedAnswer[]): ReadyPair {
  const [first] = rows;
  if (!first) throw new TypeError("An edge has at least one answer.");
  const status = rows.map((row) => row.outcome as keyof typeof RANK).sort((a, b) => RANK[a] - RANK[b])[0] ?? "passed";
  const any = (test: (row: LoadedAnswer) => boolean | null) => rows.some((row) => test(row) === true);
  const outside = any((row) => row.inPool === false);
  const linked = any((row) => row.contextLinked);
  const flags = [
    ...(any((row) => row.source === "recalled") ? ["recalled"] : []),
    ...(any((row) => row.source === "recognised") ? ["recognised"] : []),
    ...(any((row) => row.source === "mail") ? ["mail"] : []),
    ...(any((row) => row.selfCitation) ? ["self_citation"] : []),
    ...(first.focal.isReview ? ["review_paper"] : []),
    ...(outside ? ["out_of_pool"] : []),
  ];

  return {
    focal_corpusid: first.focal.corpusId,
    candidate_corpusid: first.corpusId ?? "",
    audit_status: status,
    eligibility_flags: flags,
    is_context_linked: linked,
    is_retrieval_evaluable: status === "passed" && any((row) => row.inPool),
    field_family: first.focal.field,
    tier: first.tier,
    authors: rows.length,
  };
}

function compare(a: string, b: string): number {
  const numbers = /^\d{1,18}$/.test(a) && /^\d{1,18}$/.test(b) ? Number(BigInt(a) - BigInt(b)) : 0;

  return numbers || (a < b ? -1 : a > b ? 1 : 0);
}
