import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type Fault, ServiceError } from "@/lib/errors";
import { licenceOf } from "./licence-of";
import { type PlanLayer, planLayers } from "./plan-layers";
import type { ReleasePlan } from "./wire";

/** The layers of a plan, and that everything else it names exists. All that does not is told at once. */
export async function checkPlan(ctx: ServiceContext, studyId: string, plan: ReleasePlan): Promise<PlanLayer[]> {
  licenceOf(plan.licence, plan.licenceUrl);
  const db = database(ctx);
  const sets = [...new Set([...plan.targetSets, ...plan.tiers])];
  // One after the other: a release reads all of its moment over one connection.
  const rounds = await db.round.findMany({ where: { studyId, name: { in: plan.rounds }, purpose: { not: "corpus" } } });
  const found = await db.targetSet.findMany({ where: { studyId, name: { in: sets } }, select: { name: true } });
  const pool = plan.pool ? await db.pool.count({ where: { studyId, name: plan.pool } }) : 1;
  const judge = plan.probabilityJudge ? await findJudge(ctx, studyId, plan.probabilityJudge) : true;
  const faults: Fault[] = [
    ...missing(plan.rounds, rounds).map((name) => ({ column: "rounds", reason: `There is no round ${name}.` })),
    ...missing(sets, found).map((name) => ({ column: "targetSets", reason: `There is no target set ${name}.` })),
    ...(judge ? [] : [{ column: "probabilityJudge", reason: `There is no judge ${plan.probabilityJudge}.` }]),
    ...(pool > 0 ? [] : [{ column: "pool", reason: `There is no pool ${plan.pool}.` }]),
  ];
  if (faults.length > 0) {
    throw new ServiceError("bad_input", `${faults[0]?.reason} Nothing was made.`, { faults, total: faults.length });
  }

  return planLayers(ctx, studyId, plan.layers, plan.rounds.length > 0 ? rounds.map((round) => round.id) : null);
}

/** A judge by name or pseudonym. */
export async function findJudge(
  ctx: ServiceContext,
  studyId: string,
  named: string,
): Promise<{ id: string } | undefined> {
  const judges = await database(ctx).rater.findMany({
    where: { studyId, kind: "judge", OR: [{ name: named }, { pseudonym: named }] },
    orderBy: { pseudonym: "asc" },
    select: { id: true },
    take: 1,
  });

  return judges[0];
}

function missing(wanted: readonly string[], rows: readonly { name: string }[]): string[] {
  return wanted.filter((name) => !rows.some((row) => row.name === name));
}
