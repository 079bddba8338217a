import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { loadAnswers } from "./load-answers";
import { CampaignScope } from "./review-schema";
import type { AuthorAgreement } from "./wire";

/** Several authors of one paper are kept apart; this says how far they name the same works. "Maybe" does not count. */
export async function authorAgreement(ctx: ServiceContext, input: unknown): Promise<AuthorAgreement> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });
  const papers = new Map<string, Map<string, Set<string>>>();
  for (const row of answers) {
    if (row.value !== "yes") continue;
    const authors = papers.get(row.focalId) ?? new Map<string, Set<string>>();
    papers.set(row.focalId, authors);
    const works = authors.get(row.responseId) ?? new Set<string>();
    authors.set(row.responseId, works);
    works.add(row.corpusId ?? row.id);
  }
  const overlaps = [...papers.values()].flatMap((authors) => {
    const [first, ...others] = [...authors.values()];
    if (!first || others.length === 0) return [];
    const any = new Set([first, ...others].flatMap((works) => [...works]));
    const all = [...first].filter((work) => others.every((works) => works.has(work)));

    return [{ any: any.size, all: all.length }];
  });
  const sum = (of: (row: { any: number; all: number }) => number) =>
    overlaps.reduce((total, row) => total + of(row), 0);

  return {
    papers: overlaps.length,
    namedByAny: sum((row) => row.any),
    namedByAll: sum((row) => row.all),
    meanOverlap: overlaps.length === 0 ? null : sum((row) => row.all / row.any) / overlaps.length,
  };
}
