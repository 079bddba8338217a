import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareIds } from "./compare-ids";
import { metricNamed } from "./metric-named";
import { rankDocuments } from "./rank-documents";
import { rankQuery } from "./ranked-query";
import { scoreRun } from "./score-run";
import { summarizeScores } from "./summarize-scores";

function metric(name: string) {
  const found = metricNamed(name);
  if (!found) throw new Error(name);
  return found;
}

/** Places 1 to 5: grade 3, unjudged, 0, 2, unjudged; a document of grade 1 is never listed. */
const query = rankQuery(
  new Map([
    ["a", 3],
    ["c", 0],
    ["d", 2],
    ["lost", 1],
  ]),
  new Map([
    ["a", 9],
    ["b", 8],
    ["c", 7],
    ["d", 6],
    ["e", 5],
  ]),
);

describe("metrics of one query, by hand", () => {
  const ideal = 3 + 2 / Math.log2(3) + 1 / 2;
  it.each([
    ["map", (1 + 2 / 4) / 3],
    ["map_cut_3", 1 / 3],
    ["recip_rank", 1],
    ["recip_rank_cut_1", 1],
    ["P_5", 2 / 5],
    ["P_10", 2 / 10],
    ["recall_3", 1 / 3],
    ["recall_10", 2 / 3],
    ["success_1", 1],
    ["hit_1", 1],
    ["Rprec", 1 / 3],
    ["ndcg", (3 + 2 / Math.log2(5)) / ideal],
    ["ndcg_cut_1", 1],
    ["ndcg_cut.3", 3 / ideal],
    // One judged non-relevant document stands above the second of three relevant ones; N is 1.
    ["bpref", (1 + (1 - 1 / 1)) / 3],
    ["pair_recall_3", 1 / 3],
    ["pair_mrr", (1 + 1 / 4) / 3],
    ["judged_2", 1 / 2],
    ["judged_10", 3 / 5],
    ["num_ret", 5],
    ["num_rel", 3],
    ["num_rel_ret", 2],
  ])("%s", (name, value) => expect(metric(name).of(query)).toBeCloseTo(value, 12));

  it("knows no other names", () => {
    for (const name of ["ndcg@10", "P", "P_0", "map_", "constructor", "P_1_1", "hit_1e3", ""]) {
      expect(metricNamed(name)).toBeUndefined();
    }
  });

  it("takes a higher level for counts and leaves gains alone", () => {
    const judged = new Map([
      ["a", 3],
      ["d", 2],
    ]);
    const scores = new Map([
      ["d", 2],
      ["a", 1],
    ]);
    const strict = rankQuery(judged, scores, { level: 3 });
    expect(metric("recip_rank").of(strict)).toBe(0.5);
    expect(metric("ndcg").of(strict)).toBe(metric("ndcg").of(rankQuery(judged, scores)));
  });

  it("takes ranks as places, gaps and all", () => {
    const judged = new Map([["x", 1]]);
    const ranked = rankQuery(judged, new Map([["x", -11]]), { firstRank: 0 });
    expect(metric("recip_rank").of(ranked)).toBeCloseTo(1 / 12, 12);
    expect(metric("hit_11").of(ranked)).toBe(0);
    expect(metric("hit_12").of(ranked)).toBe(1);
  });
});

it("orders ties by id descending in UTF-8 bytes", () => {
  expect(rankDocuments(new Map(["9", "10", "100"].map((id) => [id, 0])))).toEqual(["9", "100", "10"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      const encoder = new TextEncoder();
      const [left, right] = [encoder.encode(a), encoder.encode(b)];
      let bytes = 0;
      for (let at = 0; bytes === 0 && at < Math.max(left.length, right.length); at++) {
        bytes = (left[at] ?? -1) - (right[at] ?? -1);
      }
      expect(Math.sign(compareIds(a, b))).toBe(Math.sign(bytes));
    }),
  );
});

const NAMES = ["map", "recip_rank", "recall_5", "success_5", "hit_5", "ndcg", "ndcg_cut_5", "bpref", "Rprec", "P_3"];
const documents = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
const scores = fc.uniqueArray(fc.tuple(documents, fc.integer({ min: 0, max: 3 })), { selector: ([id]) => id });

describe("invariants", () => {
  it("with a single target recall@k is success@k and MAP is MRR", () => {
    fc.assert(
      fc.property(documents, scores, (target, listed) => {
        const one = rankQuery(new Map([[target, 1]]), new Map(listed));
        for (const k of [1, 5, 10]) expect(metric(`recall_${k}`).of(one)).toBe(metric(`success_${k}`).of(one));
        expect(metric("map").of(one)).toBe(metric("recip_rank").of(one));
        expect(metric("pair_mrr").of(one)).toBe(metric("recip_rank").of(one));
      }),
    );
  });

  it("values lie in 0 … 1, do not depend on the order of rows, and keep under any growing change of scores", () => {
    fc.assert(
      fc.property(scores, scores, (judged, listed) => {
        const one = rankQuery(new Map(judged), new Map(listed));
        const turned = rankQuery(new Map(judged.toReversed()), new Map(listed.toReversed()));
        const grown = rankQuery(new Map(judged), new Map(listed.map(([id, score]) => [id, score ** 3 - 7])));
        for (const name of NAMES) {
          const value = metric(name).of(one);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(metric(name).of(turned)).toBeCloseTo(value, 12);
          expect(metric(name).of(grown)).toBe(value);
        }
      }),
    );
  });

  it("the ideal order gives nDCG 1, and unjudged documents below the last target change nothing but P", () => {
    fc.assert(
      fc.property(scores, (judged) => {
        fc.pre(judged.some(([, grade]) => grade > 0));
        expect(metric("ndcg").of(rankQuery(new Map(judged), new Map(judged)))).toBeCloseTo(1, 12);
        const longer = rankQuery(new Map(judged), new Map([...judged, ["zz", -1]]));
        expect(metric("map").of(longer)).toBe(1);
      }),
    );
  });
});

describe("averages", () => {
  const qrels = new Map([
    ["q1", new Map([["d1", 1]])],
    ["q2", new Map([["d1", 1]])],
    ["q3", new Map([["d1", 0]])],
  ]);
  const run = {
    scores: new Map([
      ["q1", new Map([["d1", 1]])],
      ["q3", new Map([["d1", 1]])],
      ["extra", new Map()],
    ]),
  };
  const metrics = [metric("map"), metric("pair_recall_10"), metric("num_q")];

  it("complete counts what is left out as 0; the cohort with a target has its own n", () => {
    const all = scoreRun(qrels, run, { metrics });
    expect(summarizeScores(all, 0)).toEqual({ kind: "value", value: 1 / 3, n: 3 });
    expect(summarizeScores(all, 0, "with_target")).toEqual({ kind: "value", value: 1 / 2, n: 2 });
    expect(summarizeScores(all, 1)).toEqual({ kind: "value", value: 1 / 2, n: 2 });
    expect(summarizeScores(all, 2)).toEqual({ kind: "value", value: 3, n: 3 });
  });

  it("intersection averages over queries that have both, and nothing is undefined in disguise", () => {
    expect(summarizeScores(scoreRun(qrels, run, { metrics, average: "intersection" }), 0)).toMatchObject({
      value: 1 / 2,
      n: 2,
    });
    const none = scoreRun(new Map(), run, { metrics });
    expect(summarizeScores(none, 0)).toEqual({ kind: "undefined", reason: "no_query", n: 0 });
    const noTarget = scoreRun(new Map([["q3", new Map([["d1", 0]])]]), run, { metrics });
    expect(summarizeScores(noTarget, 0, "with_target")).toEqual({ kind: "undefined", reason: "no_target", n: 0 });
  });
});
