import { existsSync } from "node:fs";
import path from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { expect, test } from "vitest";
import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { importItems } from "@/lib/imports/import-items";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { countLayer } from "./count-layer";
import { exploreMustCite } from "./explore-must-cite";
import { layerSteps } from "./layer-steps";
import { bytesOf, makeLayerStudy } from "./test-layer";
import { rowsOf } from "./test-rows";

const RULE = {
  kind: "must_cite" as const,
  typeI: { question: "baseline", accept: ["yes"] },
  typeII: { question: "relevance", atLeast: "4" },
};

/** Windows by number (a repeated number is the same window), the mentions given where there are any. */
async function references(rows: [key: string, windows: number[], given?: number][]) {
  const studyId = await newStudy("must-cite");
  const records = rows.map(([target, windows, given]) => ({
    query_id: "q",
    target,
    contexts: windows.map((n) => ({ section: "Intro", context: `Window ${n} of it.` })),
    ...(given !== undefined && { mention_count: given }),
  }));
  const { state, faults } = await importItems(command, { studyId, files: [file("refs.jsonl", lines(...records))] });
  if (state !== "done") throw new Error(JSON.stringify(faults));
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" }, select: { id: true } });
  const itemIds = items.map((item) => item.id);

  return { studyId, itemIds, roundId: await addRound(studyId, "main") };
}

async function five() {
  const study = await references([
    ["r1", [1]],
    ["r2", [1, 2, 2]],
    ["r3", [1, 2, 3], 7],
    ["r4", [1, 2]],
    ["r5", [1], 1],
  ]);
  const [a, b] = [await addRater(study.studyId, "a"), await addRater(study.studyId, "b")];
  await say(study, a, "baseline", "yes no no no .");
  await say(study, b, "baseline", "yes no no yes .");
  await say(study, a, "relevance", "2 1 5 3 2");
  await say(study, b, "relevance", "2 1 4 3 2");

  return study;
}

test("the union of three types by hand: by mentions, by distinct windows, at another N", async () => {
  const { studyId } = await five();
  const rows = async (more: object = {}) =>
    (await rowsOf(studyId, { rule: { ...RULE, ...more } })).map(({ key, label, mustCite }) => [
      key,
      label,
      mustCite?.typeI,
      mustCite?.typeII,
      mustCite?.typeIII,
      mustCite?.mentions,
      mustCite?.windows,
    ]);
  expect(await rows()).toEqual([
    ["q:r1", "yes", true, false, false, 1, 1],
    // Three mentions, of which two are the same window.
    ["q:r2", "yes", false, false, true, 3, 2],
    // The median of 4 and 5 is no plurality: Type II is open, seven mentions are not.
    ["q:r3", "yes", false, null, true, 7, 3],
    ["q:r4", null, null, false, false, 2, 2],
    ["q:r5", null, null, false, false, 1, 1],
  ]);
  expect((await rows({ count: "windows" })).map((row) => row[1])).toEqual(["yes", "no", "yes", null, null]);
  expect((await rows({ mentions: 2 })).map((row) => row[1])).toEqual(["yes", "yes", "yes", "yes", null]);
  const lower = await rows({ typeII: { ...RULE.typeII, by: { kind: "median", which: "lower" } } });
  expect(lower.map((row) => row.slice(0, 4))).toEqual([
    ["q:r1", "yes", true, false],
    ["q:r2", "yes", false, false],
    ["q:r3", "yes", false, true],
    ["q:r4", null, null, false],
    ["q:r5", null, null, false],
  ]);
  // Yes and no have no order that a median could go by.
  const both = rows({ by: { kind: "median", which: "lower" } });
  await expect(both).rejects.toMatchObject({ status: 400 });
  const binary = rows({ typeI: { ...RULE.typeI, by: { kind: "median" } } });
  await expect(binary).rejects.toMatchObject({ status: 400 });
  // Each question has a model of its own: six answers of two raters who agree but once.
  const model = await rows({ typeI: { ...RULE.typeI, by: { kind: "dawid_skene" } } });
  expect(model.map((row) => row[2]).slice(0, 3)).toEqual([true, false, false]);
  expect(model[4]?.[2]).toBeNull();
});

test("the threshold explorer counts the same rows", async () => {
  const { studyId } = await five();
  const result = await exploreMustCite(command, { studyId, spec: { rule: RULE } });
  expect(result).toMatchObject({ references: 5, mentionsGiven: 2, n: 3, count: "mentions", none: 0, open: 2 });
  expect(result.overlap).toEqual([
    { region: "I", rows: 1 },
    { region: "II", rows: 0 },
    { region: "III", rows: 2 },
    { region: "I+II", rows: 0 },
    { region: "I+III", rows: 0 },
    { region: "II+III", rows: 0 },
    { region: "I+II+III", rows: 0 },
  ]);
  const [mentions, windows] = result.curves;
  // Mentions 1 3 7 2 1, distinct windows 1 2 3 2 1; r1 is must-cite by Type I whatever N is.
  expect(
    mentions?.points.slice(0, 4).map((point) => [point.n, point.shareAtLeast, point.shareAtMost, point.mustCite]),
  ).toEqual([
    [1, 1, 0.4, 5],
    [2, 0.6, 0.6, 4],
    [3, 0.4, 0.8, 3],
    [4, 0.2, 0.8, 2],
  ]);
  expect(windows?.points.slice(0, 4).map((point) => point.atLeast)).toEqual([5, 3, 1, 0]);
  expect(mentions?.points).toHaveLength(20);
  const steps = await layerSteps(command, { studyId, spec: { rule: RULE } });
  expect(steps.byLabel).toEqual([
    { label: "yes", rows: 3, share: 1 },
    { label: "no", rows: 0, share: 0 },
  ]);
});

test("a codebook without mentions, and a rule that is none of must-cite, are refused in words", async () => {
  const { studyId } = await makeLayerStudy([["a", "1", "2", "ME", "", null]]);
  const typed = { ...RULE, typeI: { question: "root", accept: ["ROOT"] }, typeII: { question: "role", atLeast: "ME" } };
  await expect(countLayer(command, { studyId, rule: typed })).rejects.toMatchObject({ status: 400 });
  const spec = { rule: { kind: "majority" } };
  await expect(exploreMustCite(command, { studyId, spec })).rejects.toMatchObject({ status: 400 });
});

const muses = path.join(process.cwd(), "../shared/data/muses-mini/rhetoric_labels_paper_level.parquet");

test.skipIf(!existsSync(muses))(
  "MUSES' paper-level table comes back from its own counts, k >= 1 and k >= 2 (needs ../shared/data)",
  async () => {
    type Row = {
      focal_corpusid: bigint;
      candidate_corpusid: bigint;
      n_mentions: number;
      n_root_mentions: number;
      root_label: number;
    };
    const published = (await parquetReadObjects({ file: await asyncBufferFromFile(muses), compressors })) as Row[];
    const ids = (row: Row) => [String(row.focal_corpusid), String(row.candidate_corpusid)] as const;
    const contexts = published.flatMap((row) =>
      Array.from({ length: Number(row.n_mentions) }, (_, i) => {
        const [focal, target] = ids(row);
        const role = i < Number(row.n_root_mentions) ? "ME" : "BC";

        return [`${focal}:${target}:${i}`, focal, target, role, "", null] as [
          string,
          string,
          string,
          string,
          string,
          null,
        ];
      }),
    );
    const { studyId } = await makeLayerStudy(contexts);
    const bytes = await bytesOf({ studyId, question: "root", rule: { kind: "majority" }, format: "parquet" });
    const ours = (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })) as Row[];
    const short = (rows: Row[]) =>
      rows
        .map((row) =>
          [...ids(row), Number(row.n_mentions), Number(row.n_root_mentions), Number(row.root_label)].join(" "),
        )
        .sort();
    expect(short(ours)).toEqual(short(published));
    const two = await rowsOf(studyId, { question: "root", rule: { kind: "edge", least: 2 } });
    const roots = published.filter((row) => Number(row.n_root_mentions) >= 2).map((row) => ids(row).join(" "));
    expect(
      two
        .filter((row) => row.label === "ROOT")
        .map((row) => row.key)
        .sort(),
    ).toEqual(roots.sort());
  },
);
