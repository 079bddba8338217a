import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "@/bin/main";
import { prisma } from "@/lib/db/client";
import { makeLayerStudy } from "@/lib/layers/test-layer";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-layers-"));
let out = "";
let err = "";
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockImplementation((text, ...more) => {
    out += typeof text === "string" ? text : new TextDecoder().decode(text);
    const done = more.at(-1);
    if (typeof done === "function") done();

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

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);

  return file;
}

// ME and TF make a root. People by majority: a ROOT, b tie, c none; the judge: a WEED, b ROOT, c ROOT.
async function labelled() {
  const { studyId } = await makeLayerStudy([
    ["a", "10", "20", "ME ME BC", "BC", 0.25],
    ["b", "10", "21", "ME BC", "TF", 0.5],
    ["c", "10", "20", "", "ME", 0.75],
  ]);
  const { slug } = await prisma().study.findUniqueOrThrow({ where: { id: studyId } });

  return { studyId, slug, of: ["--study", slug] };
}

test("a rule from a file, the judge by name: made, listed, measured, exported, compared, retired", async () => {
  const { of } = await labelled();
  const spec = write("rule.yaml", "question: root\nrule: { kind: judge_corrected, judgeId: student }\n");
  const made = await run("layers", "create", ...of, "--name", "vetted", "--spec", spec);
  expect([made.code, made.out]).toEqual([
    0,
    expect.stringMatching(/^Made the layer vetted \(rule [0-9a-f]{12}\)\.\n$/),
  ]);
  expect((await run("layers", "list", ...of)).out).toMatch(/vetted +root +judge_corrected +1 /);
  const steps = JSON.parse((await run("layers", "steps", ...of, "--layer", "vetted", "--json")).out);
  expect(steps).toMatchObject({ items: 3, labelled: 3, decided: 3, kept: 3 });
  expect(steps.byDecided).toEqual([
    { decided: "majority", rows: 1 },
    { decided: "judge", rows: 2 },
  ]);
  const qrels = path.join(folder, "v.qrels");
  // a and c are one pair of ids, so that the layer has no qrels; its edges have.
  expect(await run("export", ...of, "--layer", "vetted", "--format", "qrels", "--out", qrels)).toMatchObject({
    code: 1,
    err: expect.stringContaining("10 and 20 stand together in 2 items"),
  });
  const edge = write(
    "edge.json",
    '{"question":"root","rule":{"kind":"edge","over":{"kind":"judge_corrected","judgeId":"student"}}}',
  );
  expect((await run("layers", "create", ...of, "--name", "edges", "--spec", edge)).code).toBe(0);
  expect((await run("export", ...of, "--layer", "edges", "--format", "qrels", "--out", qrels)).code).toBe(0);
  expect(readFileSync(qrels, "utf8")).toBe("10 0 20 1\n10 0 21 1\n");
  const difference = await run("layers", "compare", ...of, "--layer", "vetted", "--with", "judge:student");
  // compare asks of the codebook's first question where a layer is not stored: the role, whose labels differ by name.
  expect(difference.out).toContain("In both 3");
  expect((await run("layers", "retire", ...of, "--layer", "vetted")).code).toBe(0);
  expect((await run("layers", "list", ...of)).out).not.toContain("vetted");
});

test("the old names of layers still stand; unknown ones are answered with what there is", async () => {
  const { of } = await labelled();
  const majority = await run("export", ...of, "--layer", "majority", "--question", "root", "--json");
  expect(JSON.parse(majority.out)).toMatchObject({ items: 3, labelled: 1, ties: 1, unlabelled: 1 });
  const judge = await run("export", ...of, "--layer", "judge:student", "--question", "root", "--json");
  expect(JSON.parse(judge.out)).toMatchObject({
    labelled: 3,
    byLabel: [
      { label: "ROOT", items: 2 },
      { label: "WEED", items: 1 },
    ],
  });
  const none = await run("export", ...of, "--layer", "nothing", "--json");
  expect([none.code, none.err]).toEqual([
    1,
    expect.stringContaining("There is no layer nothing. Stored layers: none yet."),
  ]);
  const noJudge = await run("export", ...of, "--layer", "judge:nobody", "--json");
  expect(noJudge.err).toContain("There is no judge nobody. There are: student.");
});

test("a rule that cannot be read names line and column; a name that is not there, what there is", async () => {
  const { of, studyId } = await labelled();
  const broken = write("broken.yaml", "question: root\nrule: { kind: majority\n");
  const unread = await run("layers", "create", ...of, "--name", "x", "--spec", broken);
  expect([unread.code, unread.err]).toEqual([1, expect.stringMatching(/broken\.yaml:\d+:\d+: /)]);
  const unknown = write("unknown.yaml", "rule: { kind: judge, judgeId: nobody }\n");
  expect((await run("layers", "create", ...of, "--name", "x", "--spec", unknown)).err).toContain(
    "judgeId: there is no nobody in this study. There are: student",
  );
  const odd = write("odd.yaml", "rule: { kind: majority, tie: coin }\n");
  expect((await run("layers", "create", ...of, "--name", "x", "--spec", odd)).code).toBe(1);
  expect(await prisma().layer.count({ where: { studyId } })).toBe(0);
});
