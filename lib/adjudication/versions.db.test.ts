import { expect, test } from "vitest";
import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { layerSteps } from "@/lib/layers/layer-steps";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";
import { adjudicatorAgreement } from "./adjudicator-agreement";
import { decideAdjudication } from "./decide-adjudication";
import { listAdjudications } from "./list-adjudications";
import { readAdjudication } from "./read-adjudication";

function book(question: string, options: string[]) {
  return {
    assay: 1,
    id: "versions",
    title: "Versions",
    item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
    questions: [
      {
        ...{ id: question, title: "Kind", text: "Which kind?", scale: "nominal" },
        options: options.map((id) => ({ id, label: `option ${id}` })),
      },
    ],
    derived: [],
  };
}

const MAPPING = [
  {
    from: "kind",
    to: "sort",
    options: [
      { from: ["A"], to: ["AA"] },
      { from: ["B"], to: ["BC"] },
      { from: ["D"], to: ["D1", "D2"] },
    ],
  },
];

/*
 * By hand. Under version 1, r1: A B D A and r2: A B A D; under version 2, r3: AA D1 D1 AA.
 * Read in version 2: AA AA AA, BC BC D1, (D split) AA D1, AA (D split) AA: items 1 and 2 are in dispute.
 */
test("answers and decisions of an older codebook version are read in the newest: renamed ones count, split ones are open again", async () => {
  const made = await makeStudy(4, book("kind", ["A", "B", "D"]));
  const { studyId, itemIds } = made;
  const study = { ...made, roundId: await addRound(studyId, "main") };
  for (const [name, answers] of [
    ["r1", "A B D A"],
    ["r2", "A B A D"],
  ] as const) {
    await say(study, await addRater(studyId, name), "kind", answers);
  }
  const { ctx } = await makePerson(studyId, "adjudicator");
  const entry = (item: number, question: string) => ({
    ...{ studyId, roundId: study.roundId, itemId: itemIds[item] ?? "", question },
  });
  const decide = async (item: number, question: string, value: string | null, revises: string | null = null) => {
    const { basisHash } = await readAdjudication(ctx, entry(item, question));
    const reason = value === null ? null : ("rater_slip" as const);
    await decideAdjudication(ctx, {
      ...{ ...entry(item, question), opId: uuid7(), value, reason, revises, basisHash, elapsedMs: 1 },
    });
  };
  await decide(1, "kind", "B");
  await decide(2, "kind", "D");
  const counts = async () => {
    const page = await listAdjudications(ctx, { studyId });

    return { ...page.counts, answered: page.answered, items: page.rows.map((row) => itemIds.indexOf(row.itemId)) };
  };
  const none = { second: 0, differ: 0 };
  expect(await counts()).toEqual({ ...none, undecided: 1, stale: 0, decided: 2, answered: 4, items: [3] });

  const text = JSON.stringify(book("sort", ["AA", "BC", "D1", "D2"]));
  await addCodebookVersion(COMMAND, { studyId, text, mapping: MAPPING });
  // Nobody said anything new: what was decided B stands as BC; items 2 and 3 have one answer left each.
  expect(await counts()).toEqual({ ...none, undecided: 0, stale: 0, decided: 1, answered: 4, items: [] });

  await say(study, await addRater(studyId, "r3"), "sort", "AA D1 D1 AA", { codebookVersion: 2 });
  expect(await counts()).toEqual({ ...none, undecided: 1, stale: 1, decided: 1, answered: 4, items: [2] });
  const { rows } = await listAdjudications(ctx, { studyId, filter: "decided" });
  expect(rows[0]?.answers).toEqual([
    { value: "BC", n: 2 },
    { value: "D1", n: 1 },
  ]);

  const open = await readAdjudication(ctx, entry(2, "sort"));
  const said = open.raters.map(({ value, given, codebookVersion }) => ({ value, given, codebookVersion }));
  expect(said).toHaveLength(3);
  expect(said).toEqual(
    expect.arrayContaining([
      { value: null, given: { value: "D", why: "split" }, codebookVersion: 1 },
      { value: "AA", given: { value: "A", why: null }, codebookVersion: 1 },
      { value: "D1", given: null, codebookVersion: 2 },
    ]),
  );
  expect(open).toMatchObject({ disputed: ["AA", "D1"], decisions: 0, own: null, settled: false });
  expect(open.history).toMatchObject([{ value: "D", codebookVersion: 1, who: "you" }]);
  await decide(2, "sort", "D2");
  expect(await counts()).toMatchObject({ undecided: 0, decided: 2 });

  // Mine under the old id is replaced, not doubled, and can be taken back under the new one.
  const stale = await readAdjudication(ctx, entry(1, "sort"));
  expect(stale).toMatchObject({ stale: true, own: { value: "BC", codebookVersion: 1 } });
  await decide(1, "sort", "D1", stale.own?.opId ?? null);
  const now = await readAdjudication(ctx, entry(1, "sort"));
  expect(now).toMatchObject({ stale: false, decisions: 1, own: { value: "D1", codebookVersion: 2 } });
  expect(await prisma().adjudication.count({ where: { studyId, itemId: itemIds[1] ?? "" } })).toBe(1);
  await decide(1, "sort", null, now.own?.opId ?? null);
  expect((await readAdjudication(ctx, entry(1, "sort"))).decisions).toBe(0);
  expect(await counts()).toMatchObject({ undecided: 1, decided: 1, items: [1] });
});

test("κ of two adjudicators reads decisions of the older version: a renamed option is the same decision, a split one is none", async () => {
  const made = await makeStudy(3, book("kind", ["A", "B", "D"]));
  const { studyId, itemIds } = made;
  const study = { ...made, roundId: await addRound(studyId, "main") };
  for (const name of ["r1", "r2"]) await say(study, await addRater(studyId, name), "kind", "A B D");
  const people = [await makePerson(studyId, "adjudicator"), await makePerson(studyId, "adjudicator")];
  const decide = (person: number, item: number, question: string, value: string) =>
    decideAdjudication(people[person]?.ctx ?? COMMAND, {
      ...{ studyId, roundId: study.roundId, itemId: itemIds[item] ?? "", question, value, opId: uuid7() },
      ...{ reason: "rater_slip", basisHash: "0".repeat(64), elapsedMs: 1 },
    });
  await decide(0, 0, "kind", "A");
  await decide(0, 1, "kind", "B");
  await decide(0, 2, "kind", "D");
  const text = JSON.stringify(book("sort", ["AA", "BC", "D1", "D2"]));
  await addCodebookVersion(COMMAND, { studyId, text, mapping: MAPPING });
  await decide(1, 0, "sort", "AA");
  await decide(1, 1, "sort", "BC");
  const [agreement] = await adjudicatorAgreement(COMMAND, { studyId, replicates: 0 });
  // Both say AA, BC: agreement 1, by chance ½.
  expect(agreement).toMatchObject({ question: "sort", double: 2, pairs: [{ n: 2, agreed: 2, kappa: { value: 1 } }] });
  expect(agreement?.adjudicators.map((one) => one.decisions)).toEqual([2, 2]);
  // A under version 1 and AA under version 2 are no difference; of D, split since, nothing is left.
  const steps = await layerSteps(COMMAND, { studyId, spec: { question: "sort", rule: { kind: "adjudicated_only" } } });
  expect(steps).toMatchObject({ kept: 2, byDecided: [{ decided: "adjudicated", rows: 2 }, { rows: 1 }] });
  expect(steps.byLabel.filter((row) => row.rows > 0).map((row) => row.label)).toEqual(["AA", "BC"]);
});
