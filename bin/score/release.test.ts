import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaderboardOfFiles } from "@/bin/leaderboard/from-files";
import { metricNamed } from "@/lib/scoring/metric-named";
import { scored } from "./test-scoring";

let folder = "";
const at = (name: string) => path.join(folder, name);

const FILES: Record<string, string> = {
  "qrels/wide.qrels": "q1 0 a 1\nq1 0 b 1\nq2 0 a 1\n",
  "qrels/tight.qrels": "q1 0 b 1\nq2 0 a 0\n",
  "qrels/adjudicated.qrels": "q1 0 a 1\n",
  "qrels/rater-r-0001.qrels": "q1 0 a 1\nq1 0 b 1\nq2 0 a 1\n",
  "qrels/rater-r-0002.qrels": "q1 0 a 0\nq1 0 b 1\nq2 0 a 1\n",
  "qrels/judge-r-0003.qrels": "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\n",
};

function manifest(): Record<string, unknown> {
  const own = (rater: string) => ({ kind: "rater", rater, question: "root", rounds: ["main"] });
  const sources: Record<string, object> = {
    "qrels/wide.qrels": { kind: "layer", layer: "wide" },
    "qrels/tight.qrels": { kind: "layer", layer: "tight" },
    "qrels/adjudicated.qrels": { kind: "adjudicated", question: "root", rounds: ["main"] },
    "qrels/rater-r-0001.qrels": own("r-0001"),
    "qrels/rater-r-0002.qrels": own("r-0002"),
    "qrels/judge-r-0003.qrels": own("r-0003"),
  };
  const rater = (name: string, kind: string) => ({ rater: name, kind, labels: 3, items: 3 });

  return {
    layout: 1,
    version: "1.0.0",
    raters: [rater("r-0001", "human"), rater("r-0002", "human"), rater("r-0003", "judge")],
    judges: [
      {
        rater: "r-0003",
        name: "model",
        model: null,
        run: null,
        promptSha256: null,
        promptsTried: null,
        parameters: {},
      },
    ],
    layers: ["wide", "tight"].map((name) => ({ name, question: "root", rule: {} })),
    qrels: Object.entries(sources).map(([file, source]) => ({
      path: file,
      format: "trec",
      source,
      grades: { ROOT: 1, WEED: 0 },
    })),
    files: Object.entries(FILES).map(([file, text]) => ({
      path: file,
      sha256: createHash("sha256").update(text).digest("hex"),
      bytes: text.length,
      mediaType: "text/plain",
      role: "data",
      rows: text.split("\n").length - 1,
      table: null,
    })),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-release-"));
  await mkdir(at("release/qrels"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(at(`release/${name}`), text);
  await writeFile(at("release/manifest.json"), JSON.stringify(manifest()));
  await writeFile(at("good.json"), '{"q1": {"a": 3, "b": 2}, "q2": {"a": 1}}');
  await writeFile(at("poor.json"), '{"q1": {"b": 3, "a": 2}, "q2": {"x": 2, "a": 1}}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runs = () => ["--run", `good=${at("good.json")}`, "--run", `poor=${at("poor.json")}`];

describe("score --release", () => {
  it("all layers of the release, as a ladder and with what is unsolved", async () => {
    const asked = [
      "--release",
      at("release"),
      ...runs(),
      "--metrics",
      "hit_1",
      "--ladder",
      "--unsolved",
      "1",
      "--saturation",
      "poor",
    ];
    const output = await scored(...asked);
    if (!("runs" in output)) throw new Error("one run");
    expect(output.runs.map(({ qrels, run }) => `${qrels} ${run}`)).toEqual([
      "wide good",
      "wide poor",
      "tight good",
      "tight poor",
    ]);
    // wide: good finds both, poor q1 alone; tight: q1 → b alone is a target, which poor has first.
    expect(output.ladder).toMatchObject([
      {
        layer: "wide",
        instances: 2,
        edges: 3,
        values: { good: { value: 1 }, poor: { value: 0.5 } },
        lead: { difference: 0.5 },
      },
      {
        layer: "tight",
        instances: 1,
        edges: 1,
        values: { good: { value: 0 }, poor: { value: 1 } },
        cohort_changed: true,
      },
    ]);
    expect(output.unsolved).toMatchObject([
      { qrels: "wide", unsolved: { value: 0, n: 2 }, best_hit: { value: 1 } },
      { qrels: "tight", unsolved: { value: 0, n: 1 }, best_hit: { value: 1 } },
    ]);
    expect(output.saturation?.[0]).toMatchObject({ run: "good", against: "poor", change: 0.5, relative: 1 });
  });

  it("layers by name or by file, in the order named", async () => {
    const output = await scored("--release", at("release"), "--layer", "tight", "--layer", "rater-r-0002", ...runs());
    if (!("runs" in output)) throw new Error("one run");
    expect([...new Set(output.runs.map(({ qrels }) => qrels))]).toEqual(["tight", "rater:r-0002"]);
  });

  it("a file whose bytes are not those of the manifest is not scored", async () => {
    await mkdir(at("changed/qrels"), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) await writeFile(at(`changed/${name}`), text);
    await writeFile(at("changed/qrels/wide.qrels"), "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\n");
    await writeFile(at("changed/manifest.json"), JSON.stringify(manifest()));
    await expect(scored("--release", at("changed"), ...runs())).rejects.toThrow(/qrels\/wide\.qrels is not the file/);
    // Its neighbour is whole.
    await expect(scored("--release", at("changed"), "--layer", "tight", ...runs())).resolves.toBeDefined();
  });

  it.each([
    [() => ["--release", at("nowhere")], /no manifest\.json/],
    [() => ["--release", at("release"), "--layer", "none"], /It has: wide, tight, adjudicated, rater:r-0001/],
    [() => ["--qrels", at("release/qrels/wide.qrels"), "--layer", "wide"], /--release FOLDER/],
  ])("refuses", async (args, reason) => {
    await expect(scored(...args(), ...runs())).rejects.toThrow(reason);
  });

  it("a manifest that climbs out of its folder or hides a file's hash is refused", async () => {
    await mkdir(at("climbs"), { recursive: true });
    const bad = JSON.stringify(manifest()).replaceAll("qrels/wide.qrels", "../wide.qrels");
    await writeFile(at("climbs/manifest.json"), bad);
    await expect(scored("--release", at("climbs"), ...runs())).rejects.toThrow(/cannot be read/);
    await writeFile(
      at("climbs/manifest.json"),
      JSON.stringify({ ...manifest(), files: (manifest().files as object[]).slice(1) }),
    );
    await expect(scored("--release", at("climbs"), ...runs())).rejects.toThrow(/gives no hash for qrels\/wide/);
  });
});

it("leaderboard --release: layers, settled labels, judges and raters side by side, drawn from the raters", async () => {
  const metric = metricNamed("recip_rank");
  if (!metric) throw new Error("recip_rank");
  const plan = {
    relevance_level: 1,
    least: 1,
    bootstrap: 0,
    draws: 50,
    rule: "rater" as const,
    seed: "1",
    level: 0.95,
  };
  const run = runs().filter((one) => one !== "--run");
  const board = await leaderboardOfFiles({ release: at("release"), run }, metric, plan);
  expect(board.layers.map(({ name, kind }) => [name, kind])).toEqual([
    ["wide", "file"],
    ["tight", "file"],
    ["adjudicated", "adjudicated"],
    ["judge:model", "judge"],
    ["rater:r-0001", "rater"],
    ["rater:r-0002", "rater"],
  ]);
  expect(board.flips).toMatchObject({ reference: "wide", raters: 2, labelled: 3, disputed: 1, draws: 50 });
});
