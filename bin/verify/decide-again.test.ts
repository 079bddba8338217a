import fc from "fast-check";
import { expect, test } from "vitest";
import { decideItem } from "@/lib/layers/decide";
import { ItemRule } from "@/lib/layers/wire";
import { decideAgain } from "@/lib/release-files/decide-again";
import { releaseRule } from "@/lib/release-files/rule";

const OPTIONS = ["low", "middle", "high"];
const person = (n: number) => `0197a000-0000-7000-8000-00000000000${n}`;
const PEOPLE = [1, 2, 3].map(person);
const JUDGES = [7, 8].map(person);
const pseudonym = (id: string) => `r-${id.at(-1)}`;

const least = fc.integer({ min: 1, max: 3 });
const accept = fc.subarray(OPTIONS, { minLength: 1 });
const reject = fc.option(fc.constantFrom(...OPTIONS), { nil: undefined });
const members = fc.option(fc.shuffledSubarray([...PEOPLE, ...JUDGES], { minLength: 1 }), { nil: undefined });
const judgeIds = fc.shuffledSubarray(JUDGES, { minLength: 1 });
const majority = fc.record({
  kind: fc.constant("majority"),
  tie: fc.constantFrom("no_label", "lowest", "highest", "lower_median", "upper_median"),
  least,
});
const virtual = judgeIds.chain((ids) =>
  fc.record({
    kind: fc.constant("virtual_judge"),
    judgeIds: fc.constant(ids),
    accept,
    reject,
    combine: fc.oneof(
      fc.record({ how: fc.constantFrom("both", "any") }),
      fc.record({
        how: fc.constant("weighted"),
        weights: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: ids.length, maxLength: ids.length }),
        threshold: fc.constantFrom(0.25, 0.5, 0.75, 1),
      }),
    ),
  }),
);
const plain = fc.oneof(
  majority,
  fc.record({ kind: fc.constant("median"), which: fc.constantFrom("lower", "upper"), least }),
  fc.record({ kind: fc.constant("unanimous"), least }),
  fc.record({ kind: fc.constant("rater"), raterId: fc.constantFrom(...PEOPLE) }),
  fc.record({ kind: fc.constantFrom("hard", "soft"), accept, reject, raterIds: members }),
  fc.record({ kind: fc.constant("judge"), judgeId: fc.constantFrom(...JUDGES) }),
  fc.record({ kind: fc.constant("silver"), judgeIds, accept }),
  virtual,
);
const settledRule = fc.oneof(
  fc.record({ kind: fc.constant("adjudicated_only") }),
  fc.record({ kind: fc.constant("adjudicated_first"), otherwise: plain }),
);
const anyRule = fc.oneof(
  { weight: 4, arbitrary: plain },
  settledRule,
  fc.record({
    kind: fc.constant("judge_corrected"),
    judgeId: fc.constantFrom(...JUDGES),
    people: fc.oneof(majority, settledRule),
  }),
);
const value = fc.option(fc.constantFrom(...OPTIONS), { nil: null, freq: 6 });
const labels = fc.uniqueArray(
  fc.record({ raterId: fc.constantFrom(...PEOPLE, ...JUDGES), round: fc.constantFrom("main", "retest"), value }),
  { selector: ({ raterId, round }) => `${raterId} ${round}`, maxLength: 8 },
);

test("what verify decides again is what the studio decided, under every rule that rows suffice for", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(anyRule, labels, fc.option(value, { nil: undefined }), (given, said, settled) => {
      const parsed = ItemRule.safeParse(JSON.parse(JSON.stringify(given)));
      fc.pre(parsed.success);
      const rule = ItemRule.parse(parsed.data);
      kinds.add(rule.kind);
      const kind = (id: string) => (JUDGES.includes(id) ? ("judge" as const) : ("human" as const));
      const studio = decideItem(
        rule,
        {
          labels: said.map((one) => ({ ...one, kind: kind(one.raterId), question: "q", probability: null })),
          settled:
            settled === undefined
              ? []
              : [{ question: "q", value: settled, codebookVersion: 1, by: "unanimous", adjudicators: 1, reason: null }],
        },
        { options: OPTIONS, posteriors: new Map() },
      );
      const release = releaseRule(rule, pseudonym);
      if (release.kind === "edge" || release.kind === "must_cite") throw new Error("no rule of one item");
      const again = decideAgain(
        release,
        said.map((one) => ({ rater: pseudonym(one.raterId), kind: kind(one.raterId), value: one.value })),
        settled === undefined ? undefined : { value: settled },
        OPTIONS,
      );
      expect(again).toEqual({ kind: "label", label: studio.label });
    }),
    { numRuns: 5000 },
  );
  expect(kinds.size).toBe(12);
});

test("a posterior is not decided again", () => {
  const rule = releaseRule({ kind: "dawid_skene", posterior: 0.5, smoothing: 0.1, judgeIds: [] }, pseudonym);
  expect(rule.kind === "dawid_skene" && decideAgain(rule, [], undefined, OPTIONS)).toEqual({ kind: "unknown" });
});
