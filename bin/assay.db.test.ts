import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { migrationsFolder } from "@/lib/db/migrate";
import { testFolder } from "@/lib/db/scratch-database";

const data = testFolder("assay-cli-");
const run = promisify(execFile);

afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

/** The launcher as a person calls it, on a data folder of its own and without DATABASE_URL. */
async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const environment: NodeJS.ProcessEnv = { ...rest, ASSAY_DATA: data, NODE_ENV: "production" };
  try {
    const { stdout, stderr } = await run(process.execPath, ["bin/assay.mjs", ...args], { env: environment });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

test("three commands at once on an empty data folder: one server, each migration once, and nobody is left", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => assay("db", "migrate", "--json")));
  expect(runs.map((one) => one.err)).toEqual(["", "", ""]);
  const applied = runs.flatMap((one) => JSON.parse(one.out).applied);
  expect(applied).toEqual(
    fs
      .readdirSync(migrationsFolder())
      .filter((name) => /^\d/.test(name))
      .sort(),
  );
  expect(fs.existsSync(path.join(data, "pg/postmaster.pid"))).toBe(false);
  expect(JSON.parse((await assay("db", "status", "--json")).out)).toMatchObject({ running: false });
});

test("wrong questions exit with 2, wrong answers with 1, both in words", async () => {
  expect(await assay("frobnicate")).toMatchObject({ code: 2, err: expect.stringContaining("no command frobnicate") });
  expect(await assay("db", "--frob")).toMatchObject({ code: 2, err: expect.stringContaining("--frob") });
  expect(await assay("restore", data)).toMatchObject({
    code: 1,
    err: expect.stringContaining("is no backup of Assay"),
  });
});

test("doctor finds nothing wrong with this installation", async () => {
  const { code, out } = await assay("doctor", "--json");
  expect(JSON.parse(out).filter((check: { result: string }) => check.result !== "ok")).toEqual([]);
  expect(code).toBe(0);
});
