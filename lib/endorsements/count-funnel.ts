import type { Funnel } from "@/lib/campaigns/wire";
import type { Transaction } from "@/lib/db/client";
import { readyPairs } from "./endorsement-pairs";
import { loadAnswers } from "./load-answers";

type Database = Parameters<typeof loadAnswers>[0] & Pick<Transaction, "invitee" | "inspiration">;

/** invited → opened → started → submitted → in review → release-ready, then two branches that are not nested. */
export async function countFunnel(db: Database, scope: { studyId: string; campaignId: string }): Promise<Funnel> {
  const people = await db.invitee.findMany({
    where: { ...scope, invitations: { some: {} } },
    include: {
      response: true,
      invitations: { select: { openedAt: true, startedAt: true, state: true } },
      papers: { select: { focalId: true, notMineAt: true } },
    },
  });
  const answers = await loadAnswers(db, scope);
  const ready = readyPairs(answers);
  const passed = ready.filter((pair) => pair.audit_status === "passed");
  const publicPassed = readyPairs(answers.filter((row) => row.publishIdentity)).filter(
    (pair) => pair.audit_status === "passed",
  );
  const submitted = people.filter(({ response: r }) => r?.submittedAt && !r.withdrawnAt && !r.declinedAt && !r.notMeAt);
  const count = (test: (row: (typeof answers)[number]) => boolean) => answers.filter(test).length;
  const evaluable = passed.filter((pair) => pair.is_retrieval_evaluable);
  const tiers = [...new Set(evaluable.map((pair) => pair.tier ?? "no tier"))].sort();
  const funnel = {
    invited: people.length,
    opened: people.filter((one) => one.invitations.some((row) => row.openedAt)).length,
    started: people.filter((one) => one.response?.startedAt).length,
    submitted: submitted.length,
    declined: people.filter((one) => one.response?.declinedAt).length,
    withdrawn: people.filter((one) => one.response?.withdrawnAt).length,
    bounced: people.filter((one) => one.invitations.every((row) => row.state === "bounced")).length,
    answeringPapers: new Set(
      submitted.flatMap((one) => one.papers.filter((row) => !row.notMineAt).map((row) => row.focalId)),
    ).size,
    answers: answers.length,
    maybe: count((row) => row.value === "maybe"),
    inspirations: await db.inspiration.count({
      where: { studyId: scope.studyId, responseId: { in: submitted.flatMap((one) => one.response?.id ?? []) } },
    }),
    recalled: count((row) => row.source === "recalled"),
    recognised: count((row) => row.source === "recognised"),
    byMail: count((row) => row.source === "mail"),
    inReview: count((row) => row.outcome === "open" || row.outcome === "disputed"),
    disputed: count((row) => row.outcome === "disputed"),
    unresolved: count((row) => row.corpusId === null),
    excluded: count((row) => row.outcome === "excluded"),
    flagged: count((row) => row.outcome.startsWith("flagged")),
    releaseReady: passed.length,
    contextLinked: passed.filter((pair) => pair.is_context_linked).length,
    retrievalEvaluable: evaluable.length,
    evaluableByTier: tiers.map((tier) => ({
      tier,
      pairs: evaluable.filter((pair) => (pair.tier ?? "no tier") === tier).length,
    })),
    outOfPool: passed.filter((pair) => pair.eligibility_flags.includes("out_of_pool")).length,
    withheldFromPublic: passed.length - publicPassed.length,
  };
  const confirmed = count((row) => row.outcome === "passed");

  return { ...funnel, checks: checksOf(funnel, confirmed) };
}

/** Only inclusions that must hold by what the words mean; the two branches are in no order to each other. */
function checksOf(funnel: Omit<Funnel, "checks">, confirmed: number): Funnel["checks"] {
  const { inReview, excluded, flagged, answers, releaseReady, retrievalEvaluable, evaluableByTier } = funnel;
  const check = (text: string, holds: boolean) => ({ text, holds });

  return [
    check("everybody who opened was invited", funnel.opened <= funnel.invited),
    check("everybody who started had opened", funnel.started <= funnel.opened),
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
