import type { Funnel } from "@/lib/campaigns/wire";
import { type FunnelDatabase, funnelParts } from "./funnel-parts";

/** invited → opened → started → submitted → in review → release-ready, then two branches that are not nested. */
export async function countFunnel(db: FunnelDatabase, scope: { studyId: string; campaignId: string }): Promise<Funnel> {
  const { people, answers, pairs } = await funnelParts(db, scope);
  const evaluable = pairs.retrievalEvaluable;
  const tiers = [...new Set(evaluable.map((pair) => pair.tier ?? "no tier"))].sort();
  const opened = new Set(people.opened.map((one) => one.id));
  const byMail = new Set(answers.byMail.map((row) => row.response.inviteeId));
  const funnel = {
    invited: people.invited.length,
    opened: people.opened.length,
    started: people.started.length,
    submitted: people.submitted.length,
    declined: people.declined.length,
    withdrawn: people.withdrawn.length,
    bounced: people.bounced.length,
    answeringPapers: new Set(
      people.submitted.flatMap((one) => one.papers.filter((row) => !row.notMineAt).map((row) => row.focalId)),
    ).size,
    answers: answers.answers.length,
    maybe: answers.maybe.length,
    inspirations: await db.inspiration.count({
      where: { studyId: scope.studyId, responseId: { in: people.submitted.flatMap((one) => one.response?.id ?? []) } },
    }),
    recalled: answers.recalled.length,
    recognised: answers.recognised.length,
    byMail: answers.byMail.length,
    inReview: answers.inReview.length,
    disputed: answers.disputed.length,
    unresolved: answers.unresolved.length,
    excluded: answers.excluded.length,
    flagged: answers.flagged.length,
    releaseReady: pairs.releaseReady.length,
    contextLinked: pairs.contextLinked.length,
    retrievalEvaluable: evaluable.length,
    evaluableByTier: tiers.map((tier) => ({
      tier,
      pairs: evaluable.filter((pair) => (pair.tier ?? "no tier") === tier).length,
    })),
    outOfPool: pairs.outOfPool.length,
    withheldFromPublic: pairs.withheldFromPublic.length,
  };
  const confirmed = answers.answers.filter((row) => row.outcome === "passed").length;
  const unopened = people.submitted.filter((one) => !opened.has(one.id) && !byMail.has(one.id));

  return { ...funnel, checks: checksOf(funnel, confirmed, unopened.length) };
}

/** Only inclusions that must hold by what the words mean; the two branches are in no order to each other. */
function checksOf(funnel: Omit<Funnel, "checks">, confirmed: number, unopened: number): Funnel["checks"] {
  const { inReview, excluded, flagged, answers, releaseReady, retrievalEvaluable, evaluableByTier } = funnel;
  const check = (text: string, holds: boolean) => ({ text, holds });

  return [
    check("everybody who opened was invited", funnel.opened <= funnel.invited),
    check("everybody whose answers are submitted had opened the page, or answered by mail", unopened === 0),
    check("everybody whose answers are submitted had started", funnel.submitted <= funnel.started),
    check(
      "recalled, recognised and by mail are all answers",
      funnel.recalled + funnel.recognised + funnel.byMail === answers,
    ),
    check(
      "in review, excluded, flagged and confirmed are all answers",
      inReview + excluded + flagged + confirmed === answers,
    ),
    check("release-ready pairs were confirmed", releaseReady <= confirmed),
    check("context-linked pairs are release-ready", funnel.contextLinked <= releaseReady),
    check(
      "evaluable pairs and those outside the pool are release-ready",
      retrievalEvaluable + funnel.outOfPool <= releaseReady,
    ),
    check(
      "the tiers add up to the evaluable pairs",
      evaluableByTier.reduce((sum, row) => sum + row.pairs, 0) === retrievalEvaluable,
    ),
  ];
}
