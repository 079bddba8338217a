import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRelease } from "@/lib/release-files/test-release";
import { FOCAL } from "@/lib/release-files/test-rows";
import { scored } from "./test-scoring";

let folder = "";
let qrels = new Uint8Array();
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-made-release-"));
  const { files } = await makeRelease();
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), bytes);
  }
  qrels = new Uint8Array(files.get("qrels/grade-settled.qrels") ?? []);
  await writeFile(at("a.run"), `${FOCAL} Q0 1000 1 2 t\n${FOCAL} Q0 1009 2 1 t\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Of Krippendorff's twelve units only the tenth (target 1009) was graded 5, by everyone who graded it: the run has it in place 2.
it("a release as the studio makes it: its layer, a rater's and the judge's own labels, ids beyond 2^53", async () => {
  const layers = ["grade-settled", "rater:r-b", "judge:Judge"].flatMap((name) => ["--layer", name]);
  const how = ["--metrics", "recip_rank", "--relevance-level", "5", "--bootstrap", "0"];
  const output = await scored("--release", folder, ...layers, "--run", at("a.run"), ...how);
  if (!("runs" in output)) throw new Error("one layer");
  expect(output.runs.map((report) => [report.qrels, report.perQuery])).toEqual([
    ["grade-settled", { [FOCAL]: { recip_rank: 0.5 } }],
    ["rater:r-b", { [FOCAL]: { recip_rank: 0.5 } }],
    ["judge:Judge", { [FOCAL]: { recip_rank: 0.5 } }],
  ]);
});

it("one changed byte, and it is not scored", async () => {
  const changed = qrels.slice();
  changed[changed.length - 2] = (changed[changed.length - 2] ?? 0) ^ 1;
  await writeFile(at("qrels/grade-settled.qrels"), changed);
  await expect(scored("--release", folder, "--run", at("a.run"))).rejects.toThrow(/another SHA-256/);
});
