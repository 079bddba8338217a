import { expect, test } from "vitest";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { adjudicatorAgreement } from "./adjudicator-agreement";
import { decideAdjudication } from "./decide-adjudication";
import { decideAll, decisionOn, makeAdjudicators, makeDisputes } from "./test-decisions";

/*
 * By hand, ten items that both decided: ann A A A A A B B B B B, bob A A A A B B B B A A. Agreed on 7 of 10.
 * ann 5 A 5 B, bob 6 A 4 B: pe = .5 · .6 + .5 · .4 = .5. κ = (.7 − .5) / .5 = .4. One more each alone.
 */
const ANN = "A A A A A B B B B B A .";
const BOB = "A A A A B B B B A A . B";

test("κ of two adjudicators as by hand, with its interval; what settles a difference does not change it", async () => {
  const rows = "A A A A A A A A A A A A";
  const study = await makeDisputes([rows, rows.replaceAll("A", "B")], "");
  const { studyId } = study;
  const [ann, bob] = await makeAdjudicators(studyId);
  await decideAll(ann.ctx, study, ANN);
  await decideAll(bob.ctx, study, BOB);
  const [kind] = await adjudicatorAgreement(ann.ctx, { studyId, question: "kind", replicates: 500 });
  expect(kind).toMatchObject({
    question: "kind",
    double: 10,
    adjudicators: [
      { name: "you", decisions: 11 },
      { name: "Adjudicator 2", decisions: 11 },
    ],
  });
  expect(kind?.pairs).toHaveLength(1);
  const [pair] = kind?.pairs ?? [];
  expect(pair).toMatchObject({ a: "you", b: "Adjudicator 2", n: 10, agreed: 7, kappaQuadratic: null });
  if (!pair || !("value" in pair.kappa)) throw new Error("κ is not defined");
  expect(pair.kappa.value).toBeCloseTo(0.4, 12);
  expect(pair.kappa.n).toBe(10);
  expect(pair.kappa.low).toBeLessThan(0.4);
  expect(pair.kappa.high).toBeGreaterThan(0.4);
  // Items 4, 8 and 9 differ; a third person settles one, bob gives in on another.
  const cat = await makePerson(studyId, "researcher");
  await decideAdjudication(cat.ctx, decisionOn(study, 4, "A", { settles: true }));
  const bobs = decisionOn(study, 11, null);
  await expect(decideAdjudication(bob.ctx, { ...bobs, revises: bobs.opId })).rejects.toMatchObject({ status: 409 });
  const [after] = await adjudicatorAgreement(ann.ctx, { studyId, question: "kind", replicates: 500 });
  expect(after?.pairs).toEqual(kind?.pairs);
});

test("one adjudicator, or none in common: no κ; who may read it", async () => {
  const study = await makeDisputes(["A A", "B B"], ". .");
  const { studyId } = study;
  const [ann, bob] = await makeAdjudicators(studyId);
  await decideAll(ann.ctx, study, "A .");
  await decideAll(bob.ctx, study, ". A");
  const all = await adjudicatorAgreement(COMMAND, { studyId });
  expect(all.map((entry) => [entry.question, entry.pairs.length, entry.double])).toEqual([
    ["kind", 0, 0],
    ["strong", 0, 0],
  ]);
  // Both always say A: nothing varies, so κ is not defined rather than 1.
  await decideAll(ann.ctx, study, ". A");
  const [kind] = await adjudicatorAgreement(COMMAND, { studyId });
  expect(kind?.pairs[0]).toMatchObject({ n: 1, agreed: 1, kappa: { undefined: "no_variation" } });
  await adjudicatorAgreement((await makePerson(studyId, "auditor")).ctx, { studyId });
  const rater = await makePerson(studyId, "rater");
  await expect(adjudicatorAgreement(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
});
