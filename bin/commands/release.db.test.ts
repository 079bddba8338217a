import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "@/bin/main";
import { prisma } from "@/lib/db/client";
import { makeLayerStudy } from "@/lib/layers/test-layer";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-release-"));
let out = "";
let err = "";
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  out = "";
  err = "";

  return { code: await main(args), out, err };
}

test("a release is frozen, written, verified, listed, made again and patched by command", {
  timeout: 180_000,
}, async () => {
  const { studyId } = await makeLayerStudy([
    ["a", "10", "20", "ME ME BC", "BC", 0.25],
    ["b", "10", "21", "ME BC", "TF", 0.5],
  ]);
  const { slug } = await prisma().study.findUniqueOrThrow({ where: { id: studyId } });
  const target = path.join(folder, "one");
  const plan = ["--layers", "majority:root,judge:student", "--author", "A. Bee", "--licence", "CC0-1.0"];
  const study = ["--study", slug];
  const made = await run("release", ...study, ...plan, "--replicates", "20", "--out", target, "--json");
  expect(made.code, made.err).toBe(0);
  expect(JSON.parse(made.out)).toMatchObject({ version: "1.0.0", folder: target, findings: [] });
  // By hand: a ROOT, b a tie.
  const rows = readFileSync(path.join(target, "layers/majority-root.jsonl"), "utf8").trim().split("\n");
  expect(rows.map((row) => JSON.parse(row).label)).toEqual(["ROOT", null]);
  expect((await run("verify", target)).code).toBe(0);
  writeFileSync(path.join(target, "labels.csv"), "changed");
  const changed = await run("verify", target);
  expect(changed.code).toBe(1);
  expect(changed.out + changed.err).toContain("labels.csv");

  expect((await run("release", "list", ...study)).out).toContain("1.0.0");
  expect(await run("release", "remake", ...study)).toMatchObject({ code: 0, out: expect.stringContaining("The same") });
  const second = path.join(folder, "two");
  expect((await run("release", "write", "1.0.0", ...study, "--out", second)).code).toBe(0);
  expect((await run("verify", second)).code).toBe(0);
  // A folder that holds something is left alone.
  expect(await run("release", "write", ...study, "--out", second)).toMatchObject({ code: 2 });

  expect(await run("release", ...study, "--patch")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Nothing has changed since version 1.0.0"),
  });
  const item = await prisma().item.findFirstOrThrow({ where: { studyId, key: "b" } });
  await prisma().label.deleteMany({ where: { studyId, itemId: item.id } });
  await prisma().item.deleteMany({ where: { studyId, id: item.id } });
  const third = path.join(folder, "three");
  const patch = await run("release", ...study, "--patch", "--out", third, "--json");
  expect(JSON.parse(patch.out)).toMatchObject({ version: "1.0.1" });
  expect(readFileSync(path.join(third, "CHANGES.md"), "utf8")).toContain("1 item withdrawn.");
  expect((await run("verify", third)).code).toBe(0);
  expect((await run("release", "remake", "1.0.0", ...study)).code).toBe(1);
});

test("asked wrongly: said so, and nothing is made", async () => {
  const { studyId } = await makeLayerStudy([["a", "10", "20", "ME", "BC", 0.25]]);
  const { slug } = await prisma().study.findUniqueOrThrow({ where: { id: studyId } });
  const target = path.join(folder, "none");
  const study = ["--study", slug, "--out", target];
  expect((await run("release", ...study)).code).toBe(2);
  expect((await run("release", ...study, "--layers", "majority", "--licence", "CC0-1.0")).err).toContain("--author");
  const plan = [...study, "--author", "A", "--licence", "CC0-1.0"];
  expect((await run("release", ...plan, "--layers", "nope")).err).toContain("There is no layer nope");
  expect((await run("release", ...plan, "--layers", "majority", "--profile", "secret")).code).toBe(1);
  expect((await run("release", ...plan, "--layers", "majority", "--licence", "my own")).err).toContain("address");
  expect(await prisma().release.count({ where: { studyId } })).toBe(0);
  expect(existsSync(target)).toBe(false);
});
