import { cohenKappa } from "@/lib/agreement/cohen-kappa";
import { patternTableFromLabels } from "@/lib/agreement/pattern-table-from-labels";
import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { loadAnswers } from "./load-answers";
import { CampaignScope } from "./review-schema";
import type { ReviewAgreement } from "./wire";

/** κ between each two reviewers, over the pairs that both decided: confirm, flag or exclude. */
export async function reviewAgreement(ctx: ServiceContext, input: unknown): Promise<ReviewAgreement> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const answers = await loadAnswers(database(ctx), { studyId, campaignId });
  const reviewers = [...new Set(answers.flatMap((row) => row.reviews.map((review) => review.reviewerId)))].sort();
  const names = new Map(
    (await database(ctx).user.findMany({ where: { id: { in: reviewers } }, select: { id: true, name: true } })).map(
      (user) => [user.id, user.name],
    ),
  );

  return reviewers.flatMap((first, i) =>
    reviewers.slice(i + 1).map((second) => {
      const both = answers.flatMap((row) => {
        const a = row.reviews.find((review) => review.reviewerId === first)?.decision;
        const b = row.reviews.find((review) => review.reviewerId === second)?.decision;

        return a && b ? [{ item: row.id, a, b }] : [];
      });
      const table = patternTableFromLabels({
        categories: ["confirm", "flag", "exclude"],
        raters: ["a", "b"],
        rows: both.flatMap(({ item, a, b }) => [
          { item, rater: "a", label: a },
          { item, rater: "b", label: b },
        ]),
      });
      const kappa = cohenKappa(table, "a", "b");

      return {
        pairs: both.length,
        same: both.filter(({ a, b }) => a === b).length,
        kappa:
          kappa.kind === "estimate"
            ? { kind: kappa.kind, value: kappa.value }
            : { kind: kappa.kind, reason: kappa.reason },
        reviewers: [first, second].map((id) => names.get(id) ?? "a former member"),
      };
    }),
  );
}
