import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import type { ServiceContext } from "@/lib/context";
import { uuid7 } from "@/lib/db/uuid";
import { makePerson, makeStudy } from "@/lib/labels/test-study";
import { decideAdjudication } from "./decide-adjudication";
import type { QueueFilter } from "./wire";

/** For tests: three people and a judge answer `kind` (and `strong` where it is asked) on some items. */
export async function makeDisputes(people: readonly string[], judge: string, strong: readonly string[] = []) {
  const items = people[0]?.split(" ").length ?? 0;
  const study = await makeStudy(items);
  const roundId = await addRound(study.studyId, "main");
  const corpusId = await addRound(study.studyId, "corpus", "corpus");
  const made = { ...study, roundId };
  const raterIds: string[] = [];
  for (const [i, answers] of people.entries()) {
    const raterId = await addRater(study.studyId, `h${i}`);
    raterIds.push(raterId);
    await say(made, raterId, "kind", answers);
    if (strong[i]) await say(made, raterId, "strong", strong[i]);
  }
  const judgeId = await addRater(study.studyId, "gpt", "judge");
  await say({ ...made, roundId: corpusId }, judgeId, "kind", judge, { origin: "imported" });

  return { ...made, raterIds, judgeId };
}

export type Disputes = Awaited<ReturnType<typeof makeDisputes>>;
export const NO_BASIS = "0".repeat(64);

/** A decision as the page sends it; `more` overrides any part. */
export function decisionOn(study: Disputes, item: number, value: string | null, more: object = {}) {
  return {
    studyId: study.studyId,
    opId: uuid7(),
    roundId: study.roundId,
    itemId: study.itemIds[item] ?? "",
    question: "kind",
    value,
    reason: value === null ? null : ("rater_slip" as const),
    basisHash: NO_BASIS,
    elapsedMs: 1200,
    ...more,
  };
}

/** Decides one item after another, `.` leaves one out. */
export async function decideAll(ctx: ServiceContext, study: Disputes, values: string, more: object = {}) {
  for (const [item, value] of values.split(" ").entries()) {
    if (value !== ".") await decideAdjudication(ctx, decisionOn(study, item, value, more));
  }
}

export async function makeAdjudicators(studyId: string) {
  return [await makePerson(studyId, "adjudicator"), await makePerson(studyId, "adjudicator")] as const;
}

export const FILTERS: readonly QueueFilter[] = ["undecided", "second", "differ", "stale", "decided"];
