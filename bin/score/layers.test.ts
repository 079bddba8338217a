import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printComparisons } from "./print-comparisons";
import { scored } from "./test-scoring";

let folder = "";
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-layers-"));
  const write = (name: string, text: string) => writeFile(at(name), text);
  await write("wide", "q1 0 a 1\nq1 0 b 1\nq2 0 a 1\nq3 0 a 1\nq4 0 a 0\n");
  await write("tight", "q1 0 b 1\nq3 0 a 1\nq4 0 a 0\nq2 0 a 0\n");
  await write("good.json", '{"q1": {"a": 3, "b": 2}, "q2": {"a": 1}, "q3": {"x": 2, "a": 1}, "q4": {"a": 1}}');
  const rows = ["q1 x 0", "q1 a 1", "q2 x 0", "q2 a 1", "q3 a 0"].map((row) => row.split(" "));
  const lines = rows.map(([qid, docid, rank]) => JSON.stringify({ qid, docid, rank: Number(rank) }));
  await write("poor.jsonl", `${lines.join("\n")}\n`);
  await write("queries.csv", "qid,field,paper\nq1,CS,p1\nq2,CS,p1\nq3,Bio,p2\nq4,Bio,p3\n");
  await write("a.qrels", "q1 0 a 1\nq1 0 b 1\nq2 0 a 0\n");
  await write("b.qrels", "q1 0 a 0\nq1 0 b 1\nq2 0 a 1\n");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const runs = () => ["--run", `good=${at("good.json")}`, "--run", `poor=${at("poor.jsonl")}`];

describe("several runs and layers", () => {
  it("compares runs in pairs, one layer after another, and says what is unsolved", async () => {
    const args = ["--metrics", "hit_1,recip_rank", "--saturation", "poor", "--unsolved", "1,2"];
    const output = await scored("--qrels", at("wide"), ...runs(), ...args);
    if (!("runs" in output)) throw new Error("one run");
    expect(output.runs.map(({ run }) => run)).toEqual(["good", "poor"]);
    expect(output.runs[0]?.metrics.hit_1).toMatchObject({ value: 2 / 4, n: 4, with_target: { value: 2 / 3, n: 3 } });
    expect(output.comparisons?.[0]).toMatchObject({
      a: "good",
      b: "poor",
      metric: "hit_1",
      difference: 0.25,
      exact: true,
    });
    // q1 and q2 differ by 1, q3 by −1: all eight sign patterns are as large.
    expect(output.comparisons?.[0]).toMatchObject({ p: 1, p_holm: 1, n: 4 });
    expect(output.comparisons?.[0]?.low).toBeLessThan(0.25);
    expect(output.saturation?.[0]).toMatchObject({
      run: "good",
      against: "poor",
      value: 0.5,
      change: 0.25,
      relative: 1,
    });
    expect(output.unsolved).toMatchObject([
      { cutoff: 1, unsolved: { value: 0, n: 3 }, best_hit: { value: 2 / 3, n: 3 } },
      { cutoff: 2, unsolved: { value: 0, n: 3 }, best_hit: { value: 1, n: 3 } },
    ]);
    expect(output.unsolved?.[0]?.reading).toContain("3 queries with a target (of 4)");
  });

  it("ladder, rankings, and clusters", async () => {
    const layers = ["--qrels", at("wide"), "--qrels", at("tight")];
    const clusters = ["--queries", at("queries.csv"), "--cluster", "paper", "--by", "field"];
    const output = await scored(...layers, ...runs(), "--metrics", "hit_1", "--ladder", ...clusters);
    if (!("runs" in output)) throw new Error("one run");
    expect(output.ladder).toMatchObject([
      {
        layer: "wide",
        instances: 3,
        edges: 4,
        values: { good: { value: 2 / 3, n: 3 }, poor: { value: 1 / 3 } },
        cohort_changed: false,
      },
      {
        layer: "tight",
        instances: 2,
        edges: 2,
        values: { good: { value: 0, n: 2 }, poor: { value: 0.5 } },
        declines: { good: 1 },
        cohort_changed: true,
      },
    ]);
    expect(output.warnings.join("\n")).toContain("The cohort changes at tight");
    expect(output.rankings).toMatchObject([
      { a: "wide", b: "tight", tau: { value: -1 }, top_of_a: ["good"], same_top: false },
    ]);
    expect(output.settings.cluster).toBe("paper");
    expect(output.runs[0]?.by?.groups.CS?.hit_1).toMatchObject({ value: 1, n: 2 });
  });

  it("a query of two rows is one query: kept where one row matches, without a group where they differ", async () => {
    await writeFile(
      at("instances.csv"),
      "focal_corpusid,authorid,split\nq1,1,test\nq1,2,test\nq2,1,train\nq2,3,test\n",
    );
    const table = ["--queries", at("instances.csv"), "--where", "split=test", "--by", "split"];
    const output = await scored("--qrels", at("wide"), "--run", at("good.json"), "--metrics", "hit_1", ...table);
    expect(output).toMatchObject({
      queries: { all: 2 },
      by: { groups: { test: { hit_1: { n: 1 } }, "(none)": { hit_1: { n: 1 } } } },
    });
  });

  it("hard and soft layers of two judges, and flips", async () => {
    const judges = ["--qrels", at("a.qrels"), "--qrels", at("b.qrels")];
    const one = [
      "--run",
      at("good.json"),
      "--bootstrap",
      "0",
      "--candidates",
      "own",
      "--depth",
      "10",
      "--metrics",
      "map,P_10",
    ];
    // Hard: b alone, in place 2 of q1; soft: a and b of q1, a of q2.
    const hard = await scored(...judges, ...one, "--combine", "all");
    expect(hard).toMatchObject({ metrics: { map: { value: 0.25, n: 2 }, P_10: { value: 0.05 } } });
    const soft = await scored(...judges, ...one, "--combine", "any");
    expect(soft).toMatchObject({ metrics: { map: { value: 1 }, P_10: { value: (0.2 + 0.1) / 2 } } });

    const found = await scored(...judges, ...one, "--combine", "all", "--gold", at("a.qrels"));
    // q1: a of rater a is found, b is accepted; q2: nothing of either.
    expect(found.gold).toMatchObject([{ both: 1, neither: 1, n: 2, accepted_per_list: 0.5 }]);

    const raters = ["--flips", "50", "--rater", at("a.qrels"), "--rater", at("b.qrels")];
    const flips = await scored("--qrels", at("wide"), ...runs(), ...raters, "--metrics", "recip_rank");
    expect(flips.flips).toHaveLength(1);
    expect(flips.flips?.[0]).toMatchObject({ a: "good", b: "poor", draws: 50 });
  });

  it("one seed, one answer; the printed form names every part", async () => {
    const args = [
      "--qrels",
      at("wide"),
      "--qrels",
      at("tight"),
      ...runs(),
      "--metrics",
      "map",
      "--ladder",
      "--unsolved",
      "1",
    ];
    const output = await scored(...args);
    expect(await scored(...args)).toEqual(output);
    const written: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    try {
      printComparisons(output);
    } finally {
      process.stdout.write = write;
    }
    const text = written.join("");
    for (const part of ["good − poor", "Unsolved", "(cohort changes)", "Kendall’s τ"]) expect(text).toContain(part);
  });

  it.each([
    [["--saturation", "nobody"], /names one of the runs/],
    [["--ladder"], /several --qrels/],
    [["--by", "field"], /--queries/],
    [["--average", "all"], /complete or intersection/],
    [["--cutoffs", "0"], /whole numbers from 1/],
    [["--candidates", "own"], /--depth/],
  ])("refuses %j", async (args, reason) => {
    await expect(scored("--qrels", at("wide"), ...runs(), ...args)).rejects.toThrow(reason);
  });
});
