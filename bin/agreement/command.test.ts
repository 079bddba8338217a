import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const main = path.join(import.meta.dirname, "../assay.mjs");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-agreement-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The command as people call it: from another folder, without a database. */
async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, "agreement", ...args], { cwd: folder }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

it("answers JSON on standard output alone, and refuses with the lines and the exit code", {
  timeout: 120_000,
}, async () => {
  await writeFile(path.join(folder, "ab.csv"), "item,a,b\n1,x,x\n2,x,y\n3,y,y\n4,y,y\n");
  const { code, out, err } = await assay("ab.csv", "--json", "--bootstrap", "0");
  expect(code).toBe(0);
  // 3 of 4 agree; chance (2·1 + 2·3)/16 = 1/2.
  expect(JSON.parse(out).pairs[0].cohen_kappa).toEqual({ value: 0.5, low: null, high: null, method: "none", n: 4 });
  expect(err).toContain("Categories taken from the labels");

  await writeFile(path.join(folder, "twice.csv"), "item,rater,label\n1,a,x\n1,a,x\n");
  const twice = await assay("twice.csv", "--json");
  expect(twice).toMatchObject({ code: 1, out: "" });
  expect(twice.err).toContain("twice.csv:3: a labelled the item 1 twice: lines 2 and 3.");

  expect(await assay("ab.csv", "--scale", "ranks")).toMatchObject({ code: 2, out: "" });
});
