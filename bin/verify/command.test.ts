import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRelease } from "@/lib/release-files/test-release";

const main = path.join(import.meta.dirname, "../assay.mjs");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-verify-"));
  for (const [file, bytes] of (await makeRelease()).files) {
    await mkdir(path.join(folder, "release", path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, "release", file), bytes);
  }
  await writeFile(path.join(folder, "a.run"), "9007199254740993 Q0 other 1 3 t\n9007199254740993 Q0 1009 2 2 t\n");
  await writeFile(
    path.join(folder, "claims.yml"),
    `claims:
  - { name: alpha, sentence: "α = .743", printed: ".743", query: { kind: agreement, id: grade/alpha_nominal } }
  - { name: mrr, sentence: MRR is .5., printed: ".500", query: { kind: score, qrels: qrels/grade-settled.qrels, run: a.run, metric: recip_rank } }
  - { name: too many, sentence: We release 15 items., printed: "15", query: { kind: count, file: items.jsonl } }
`,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The command as people call it: from another folder, without a database. */
async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, ASSAY_DATA: path.join(folder, "no-data") };

  return new Promise((resolve) => {
    execFile(process.execPath, [main, "verify", ...args], { cwd: folder, env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

it("finds nothing in a whole release, and names what differs with exit code 1", { timeout: 180_000 }, async () => {
  const whole = await assay("release");
  expect(whole).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toContain("Nothing differs.");
  const { facts } = JSON.parse((await assay("release", "--json")).out);
  expect(await assay("release", "--manifest", facts.manifestSha256)).toMatchObject({ code: 0 });
  const other = await assay("release", "--manifest", "0".repeat(64));
  expect(other.code).toBe(1);
  expect(other.out).toContain("manifest.json: sha-256");

  await cp(path.join(folder, "release"), path.join(folder, "spoilt"), { recursive: true });
  const labels = path.join(folder, "spoilt/labels.jsonl");
  await writeFile(labels, (await readFile(labels, "utf8")).replace('"value":"3"', '"value":"2"'));
  await symlink("/etc/hostname", path.join(folder, "spoilt/link.txt"));
  const { code, out } = await assay("spoilt");
  expect(code).toBe(1);
  expect(out).toContain("labels.jsonl: sha-256: ");
  expect(out).toContain("link.txt: extra file: ");
  expect(out).toContain("agreement.json: agreement: grade/alpha_nominal: value is ");
});

it("computes claims and fails by name", { timeout: 120_000 }, async () => {
  const { code, out } = await assay("release", "--claims", "claims.yml");
  expect(code).toBe(1);
  expect(out).toContain("too many: printed 15, the release gives 14.");
  expect(out).toContain("2 of 3 claims hold.");
  expect(out).not.toContain("mrr:");
});

it("is asked wrongly without a folder, or for one that is not there", { timeout: 120_000 }, async () => {
  expect(await assay()).toMatchObject({ code: 2 });
  expect(await assay("nowhere")).toMatchObject({ code: 2 });
  const broken = await assay("release", "--claims", "release/README.md");
  expect(broken.code).toBe(1);
  expect(broken.err).toContain("No claim was checked");
});
