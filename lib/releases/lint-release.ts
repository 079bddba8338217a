import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { checkPlan } from "./check-plan";
import { gatherFacts } from "./gather-facts";
import { lint } from "./lint";
import { withReleaseReader } from "./release-reader";
import { PlanInput } from "./schema";
import type { LintFinding } from "./wire";

/** What the linter would say of a plan now: nothing is made. */
export async function lintRelease(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ findings: LintFinding[]; layers: { name: string; rows: number; labelled: number }[] }> {
  const { studyId, plan } = PlanInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const study = await database(ctx).study.findUniqueOrThrow({ where: { id: studyId }, select: { licence: true } });

  return withReleaseReader(ctx, null, async (reader) => {
    const layers = await reader.verbs((inside) => checkPlan(inside, studyId, plan));
    const facts = await gatherFacts(reader, studyId, study.licence, plan, layers);
    const counted = facts.layers.map(({ name, rows, labelled }) => ({ name, rows, labelled }));

    return { findings: lint(facts), layers: counted };
  });
}
