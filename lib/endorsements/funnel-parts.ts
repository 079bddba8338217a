import type { Transaction } from "@/lib/db/client";
import { readyPairs } from "./endorsement-pairs";
import { loadAnswers } from "./load-answers";

export type FunnelDatabase = Parameters<typeof loadAnswers>[0] & Pick<Transaction, "invitee" | "inspiration">;

/** The rows behind each number of the funnel; a number is how many rows it has. */
export async function funnelParts(db: FunnelDatabase, scope: { studyId: string; campaignId: string }) {
  const people = await db.invitee.findMany({
    where: { ...scope, invitations: { some: {} } },
    include: {
      response: true,
      invitations: { select: { openedAt: true, state: true } },
      papers: { select: { focalId: true, notMineAt: true, focal: { select: { title: true } } }, orderBy: { n: "asc" } },
    },
    orderBy: { id: "asc" },
  });
  const answers = await loadAnswers(db, scope);
  const who = (test: (one: (typeof people)[number]) => unknown) => people.filter((one) => Boolean(test(one)));
  const what = (test: (row: (typeof answers)[number]) => boolean) => answers.filter(test);
  const passed = readyPairs(answers).filter((pair) => pair.audit_status === "passed");
  const named = new Set(
    readyPairs(answers.filter((row) => row.publishIdentity))
      .filter((pair) => pair.audit_status === "passed")
      .map((pair) => `${pair.focal_corpusid} ${pair.candidate_corpusid}`),
  );

  return {
    people: {
      invited: people,
      opened: who((one) => one.invitations.some((row) => row.openedAt)),
      started: who((one) => one.response?.startedAt),
      submitted: who(
        ({ response: r }) => r?.consentAt && r.submittedAt && !r.withdrawnAt && !r.declinedAt && !r.notMeAt,
      ),
      declined: who((one) => one.response?.declinedAt),
      withdrawn: who((one) => one.response?.withdrawnAt),
      bounced: who((one) => one.invitations.every((row) => row.state === "bounced")),
    },
    answers: {
      answers,
      maybe: what((row) => row.value === "maybe"),
      recalled: what((row) => row.source === "recalled"),
      recognised: what((row) => row.source === "recognised"),
      byMail: what((row) => row.source === "mail"),
      inReview: what((row) => row.outcome === "open" || row.outcome === "disputed"),
      disputed: what((row) => row.outcome === "disputed"),
      unresolved: what((row) => row.corpusId === null),
      excluded: what((row) => row.outcome === "excluded"),
      flagged: what((row) => row.outcome.startsWith("flagged")),
    },
    pairs: {
      releaseReady: passed,
      contextLinked: passed.filter((pair) => pair.is_context_linked),
      retrievalEvaluable: passed.filter((pair) => pair.is_retrieval_evaluable),
      outOfPool: passed.filter((pair) => pair.eligibility_flags.includes("out_of_pool")),
      withheldFromPublic: passed.filter((pair) => !named.has(`${pair.focal_corpusid} ${pair.candidate_corpusid}`)),
    },
  };
}
