import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { differences, scored, scoredOnce, shared } from "./test-scoring";

type Values = Record<string, Record<string, number>>;
type Reference = Record<string, { exit: number; values: Values }>;

const real = shared("data/ir-real");
const csfcube = shared("data/csfcube/derived");
const muses = shared("data/muses-mini");

function json<T>(folder: string | undefined, name: string): T {
  return JSON.parse(readFileSync(path.join(folder ?? "", name), "utf8")) as T;
}

describe.skipIf(!real)("../shared/data/ir-real: collections with values of trec_eval", () => {
  it.each(["cacm", "trec_eval-test", "trec_eval-trunc"])("%s", async (name) => {
    const { qrels, run, reference } = json<{ qrels: string; run: string; reference: Reference }>(
      real,
      `expected-${name}.json`,
    );
    const files = ["--qrels", path.join(real ?? "", qrels), "--run", path.join(real ?? "", run)];
    const variants = [
      ["trec_eval-9.0.8", "intersection"],
      ["trec_eval-10.0-rc3 -c", "complete"],
    ] as const;
    for (const [key, average] of variants) {
      const expected = reference[key];
      expect(expected?.exit).toBe(0);
      const found = differences(await scoredOnce(...files, "--average", average), expected?.values ?? {});
      expect(found.lines).toEqual([]);
      expect(found.compared).toBeGreaterThan(60);
    }
  });
});

describe.skipIf(!csfcube)("../shared/data/csfcube/derived: graded judgements, -l1 and -l2", () => {
  it.each(["background", "method", "result"])("%s", async (facet) => {
    const reference = json<Reference>(csfcube, `expected-${facet}.json`);
    const files = ["--qrels", `${csfcube}/${facet}.qrels`, "--run", `${csfcube}/${facet}.specter.run`];
    for (const level of ["1", "2"]) {
      const expected = reference[`trec_eval-10.0-rc3 -l${level}`];
      expect(expected?.exit).toBe(0);
      const report = await scoredOnce(...files, "--relevance-level", level);
      const found = differences(report, expected?.values ?? {});
      expect(found.lines).toEqual([]);
      expect(found.compared).toBeGreaterThan(300);
    }
  });
});

describe.skipIf(!muses)("../shared/data/muses-mini: every named reading of hit@k and MRR", () => {
  const files = ["--qrels", `${muses}/citenew.parquet`, "--run", `${muses}/predictions.parquet`];
  const test = ["--queries", `${muses}/instance_splits.parquet`, "--where", "split=test"];

  it("equals expected.json over the test instances", async () => {
    const { metrics: expected } = json<{ metrics: Record<string, number> }>(muses, "expected.json");
    const { metrics, queries } = await scoredOnce(...files, ...test);
    const seen = (name: string) => {
      const metric = metrics[name];
      return metric && "value" in metric ? metric.value : Number.NaN;
    };
    expect(queries).toEqual({ all: 3, with_target: 3, answered: 3 });
    for (const k of [10, 50, 100, 1000]) {
      expect(seen(`pair_recall_${k}`)).toBeCloseTo(expected[`hit@${k} as coded (pairs found / pairs)`] ?? -1, 12);
      expect(seen(`hit_${k}`)).toBeCloseTo(expected[`hit@${k} as described (any target per focal)`] ?? -1, 12);
      expect(seen(`recall_${k}`)).toBeCloseTo(expected[`recall@${k} macro`] ?? -1, 12);
    }
    expect(seen("pair_mrr")).toBeCloseTo(expected["mrr as coded (mean over pairs of 1/(rank+1))"] ?? -1, 12);
    expect(seen("recip_rank")).toBeCloseTo(expected["mrr as usual (first hit per focal)"] ?? -1, 12);
    expect([seen("pair_recall_50"), seen("hit_50")]).toEqual([0.5, 2 / 3]);
    expect(metrics.pair_mrr?.n).toBe(6);
  });

  it("keeps ids beyond 2^53 apart and says how ranks were read", async () => {
    const report = await scoredOnce(...files);
    // 900004 is a training instance: without --where it counts, and has no predictions.
    expect(report.queries).toEqual({ all: 4, with_target: 4, answered: 3 });
    expect(report.warnings.join("\n")).toMatch(/ranks count from 0/);
    expect(report.warnings.join("\n")).toMatch(/gaps/);
  });

  it("gives groups by a column", async () => {
    const by = await scored(...files, "--queries", `${muses}/instance_splits.parquet`, "--by", "split");
    expect("runs" in by).toBe(false);
    if ("runs" in by) return;
    expect(by.by?.groups.test?.hit_50).toMatchObject({ value: 2 / 3, n: 3 });
    expect(by.by?.groups.train?.hit_50).toMatchObject({ value: 0, n: 1 });
  });
});
