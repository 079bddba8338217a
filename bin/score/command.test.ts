import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const main = path.join(import.meta.dirname, "../assay.mjs");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-score-"));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write("qrels", "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\nq3 0 d9 0\n");
  await write("run", "q1 Q0 d2 1 3 t\nq1 Q0 d1 2 2 t\n");
  await write("bad", "q1 Q0 d2 1 3 t\nq1 Q0 d1 2 nan t\n");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The command as people call it: from another folder, without a database. */
async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, "score", ...args], { cwd: folder }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

it("answers JSON, a table and LaTeX, and refuses with the line and exit code 2", { timeout: 120_000 }, async () => {
  const { code, out, err } = await assay("--qrels", "qrels", "--run", "run", "--metrics", "map,P.1", "--json");
  expect(code).toBe(0);
  const { metrics, perQuery } = JSON.parse(out);
  // Average precision 1/2 on q1, nothing for q2, no target for q3: 1/6 over three queries, 1/4 over two.
  expect(metrics.map).toMatchObject({ value: 0.5 / 3, n: 3, with_target: { value: 0.25, n: 2 } });
  expect(metrics.map.low).toBeGreaterThanOrEqual(0);
  expect(metrics.map.high).toBeLessThanOrEqual(0.5);
  expect(perQuery).toEqual({ q1: { map: 0.5, P_1: 0 }, q2: { map: 0, P_1: 0 }, q3: { map: 0, P_1: 0 } });
  expect(err).toContain("The run has nothing for 2 of 3 queries; they count as 0.");

  const table = await assay("--qrels", "qrels", "--run", "run", "--metrics", "map", "--bootstrap", "0");
  expect(table.out).toMatch(/map +0\.1667 +3 +0\.2500 +2/);
  expect((await assay("--qrels", "qrels", "--run", "run", "--latex")).out).toContain("\\begin{tabular}");

  const bad = await assay("--qrels", "qrels", "--run", "bad", "--json");
  expect(bad).toMatchObject({ code: 2, out: "" });
  expect(bad.err).toContain("bad:2: The score nan is not finite.");
  expect(await assay("--qrels", "qrels", "--run", "none")).toMatchObject({ code: 2, out: "" });
  expect(await assay("--qrels", "qrels", "--run", "run", "--metrics", "P")).toMatchObject({ code: 0 });
  expect(await assay("--qrels", "qrels", "--run", "run", "--metrics", "nap")).toMatchObject({ code: 2, out: "" });
});
