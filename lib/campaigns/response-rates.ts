import { wilsonInterval } from "@/lib/agreement/proportion-interval";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { chiSquareTest } from "./chi-square";
import { findCampaign } from "./find-campaign";
import { CampaignScope } from "./schema";
import type { ResponseRates } from "./wire";

type Person = { responded: boolean; field: string; year: string };

/** How many of those asked have answered, by field and by the year of their (first) paper, and whether the groups differ. */
export async function responseRates(ctx: ServiceContext, input: unknown): Promise<ResponseRates> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const rows = await database(ctx).invitee.findMany({
    where: { studyId, campaignId, invitations: { some: {} } },
    include: {
      response: { select: { submittedAt: true, withdrawnAt: true, declinedAt: true } },
      papers: { include: { focal: { select: { field: true, year: true } } }, orderBy: { n: "asc" }, take: 1 },
    },
  });
  const people = rows.map(
    ({ response, papers, field }): Person => ({
      responded: Boolean(response?.submittedAt && !response.withdrawnAt && !response.declinedAt),
      field: field ?? papers[0]?.focal.field ?? "not known",
      year: String(papers[0]?.focal.year ?? "not known"),
    }),
  );

  return (["field", "year"] as const).map((by) => {
    const groups = [...new Set(people.map((person) => person[by]))].sort();
    const counted = groups.map((group) => {
      const invited = people.filter((person) => person[by] === group);
      const responded = invited.filter((person) => person.responded).length;
      const { low, high } = wilsonInterval(responded, invited.length);

      return {
        group,
        invited: invited.length,
        responded,
        rate: { value: responded / invited.length, low, high },
      };
    });

    return {
      by,
      rows: counted,
      test: chiSquareTest(counted.map((row) => ({ yes: row.responded, no: row.invited - row.responded }))),
    };
  });
}
