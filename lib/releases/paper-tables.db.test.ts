import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { createLayer } from "@/lib/layers/create-layer";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { lintRelease } from "./lint-release";
import { filesOf, planOf, release, verified } from "./test-release";

type Done = { state: string; faults: unknown };
const done = async (work: Promise<Done>) => expect(await work).toMatchObject({ state: "done" });
const rowsOf = (files: ReadonlyMap<string, Buffer>, path: string) =>
  (files.get(path)?.toString() ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("reference lists by hand: grades of Type II, mentions of Type III, papers in their own order", async () => {
  const studyId = await newStudy("must-cite");
  const records = [
    ["q", "b0", 2001, 1],
    ["q", "b1", 1999, 4],
    // In the order of keys "q1:a" comes before "q:…", in that of papers after.
    ["q1", "a", 2010, 2],
  ].map(([query_id, target, cited_year, mention_count]) => ({
    ...{ query_id, target, cited_year, mention_count, cited_title: `Title of ${target}` },
    contexts: [{ section: "Intro", context: "It is used here." }],
  }));
  await done(importItems(command, { studyId, files: [file("refs.jsonl", lines(...records))] }));
  const said = [
    ["q", "b0", "a", "yes", "5"],
    ["q", "b0", "b", "yes", "5"],
    ["q", "b1", "a", "no", "2"],
    ["q", "b1", "b", "no", "3"],
    ["q1", "a", "a", "no", "3"],
    ["q1", "a", "b", "no", "3"],
  ].map(([query_id, target, rater, baseline, relevance]) => ({ query_id, target, rater, baseline, relevance }));
  await done(importHumanLabels(command, { studyId, files: [file("people.jsonl", lines(...said))] }));
  const rule = {
    kind: "must_cite" as const,
    typeI: { question: "baseline", accept: ["yes"] },
    typeII: { question: "relevance", atLeast: "4", by: { kind: "median" as const, which: "lower" as const } },
  };
  await createLayer(command, { studyId, name: "must", spec: { question: "must_cite", rule } });
  const made = await release(studyId, { layers: ["must"], tables: ["reference_lists"], profile: "team" });
  const files = await filesOf(studyId, made.releaseId);
  expect(await verified(studyId, made.releaseId)).toEqual([]);
  expect(files.get("tables/reference_lists.csv")?.toString()).toBe(
    [
      "paper,target,title,year,type_1,type_2,type_3",
      "q,b0,Title of b0,2001,1,5,1",
      // The lower median of 2 and 3.
      "q,b1,Title of b1,1999,0,2,4",
      "q1,a,Title of a,2010,0,3,2",
      "",
    ].join("\r\n"),
  );
  // Under a closed licence the public has the criteria without the titles.
  const open = await release(studyId, { layers: ["must"], tables: ["reference_lists"] });
  const rows = rowsOf(await filesOf(studyId, open.releaseId), "tables/reference_lists.jsonl");
  expect(rows.map((row) => [row.target, row.title, row.type_2])).toEqual([
    ["b0", null, 5],
    ["b1", null, 2],
    ["a", null, 3],
  ]);
});

test("RATIO’s queries, candidates and positives by hand", async () => {
  const studyId = await newStudy("marker-pair");
  const pairs = ["p1", "p2", "p3"].map((pair_id, place) => ({
    ...{ pair_id, corpusid: `9${place}`, relation: "SPECIFY", marker: "in particular" },
    ...{ s1: `First of ${pair_id}.`, s2: `Second of ${pair_id}.` },
  }));
  await done(importItems(command, { studyId, files: [file("pairs.jsonl", lines(...pairs))] }));
  const verdicts = { one: ["yes", "yes", "no"], two: ["yes", "no", "no"] };
  for (const [run, values] of Object.entries(verdicts)) {
    const labels = values.map((specify, place) => ({ pair_id: `p${place + 1}`, specify }));
    const files = [file(`${run}.jsonl`, lines(...labels))];
    await done(importJudgeLabels(command, { studyId, files, options: { run } }));
  }
  const judges = await prisma().rater.findMany({ where: { studyId, kind: "judge" }, orderBy: { name: "asc" } });
  const judgeIds = judges.map((judge) => judge.id);
  const accept = { kind: "virtual_judge" as const, judgeIds, accept: ["accept"], reject: "reject" };
  for (const how of ["any", "both"] as const)
    await createLayer(command, {
      ...{ studyId, name: how },
      spec: { question: "verdict", rule: { ...accept, combine: { how } } },
    });
  const made = await release(studyId, { layers: ["any", "both"], tables: ["ratio"], profile: "team" });
  expect(await verified(studyId, made.releaseId)).toEqual([]);
  const files = await filesOf(studyId, made.releaseId);
  const [one, two] = judges.map((judge) => judge.pseudonym);
  // Of p3 no judge said yes; p2 is accepted by the first alone, so it is soft.
  expect(rowsOf(files, "tables/positives.jsonl")).toEqual([
    { query_id: "p1", candidate_id: "p1", accepted_by: [one, two].toSorted(), hard: true },
    { query_id: "p2", candidate_id: "p2", accepted_by: [one], hard: false },
  ]);
  expect(rowsOf(files, "tables/queries.jsonl")).toEqual([
    { query_id: "p1", relation: "SPECIFY", text: "First of p1.", corpus_id: "90" },
    { query_id: "p2", relation: "SPECIFY", text: "First of p2.", corpus_id: "91" },
  ]);
  expect(rowsOf(files, "tables/corpus.jsonl").map((row) => [row.candidate_id, row.text])).toEqual([
    ["p1", "Second of p1."],
    ["p2", "Second of p2."],
    ["p3", "Second of p3."],
  ]);
});

test("max_root_prob is the highest probability of the judge that the plan names", async () => {
  const { studyId } = await makeLayerStudy([
    ["a1", "10", "20", "ME ME", "ME", 0.5],
    ["a2", "10", "20", "BC BC", "ME", 0.875],
    ["b1", "10", "30", "BC BC", "", null],
  ]);
  const wanted = { layers: ["majority:root"], tables: ["rhetoric_labels_paper_level" as const] };
  const made = await release(studyId, { ...wanted, probabilityJudge: "student" });
  const rows = rowsOf(await filesOf(studyId, made.releaseId), "tables/rhetoric_labels_paper_level.jsonl");
  expect(rows).toEqual([
    {
      ...{ focal_corpusid: "10", candidate_corpusid: "20", n_mentions: 2, n_root_mentions: 1 },
      ...{ max_root_prob: 0.875, root_label: 1 },
    },
    {
      ...{ focal_corpusid: "10", candidate_corpusid: "30", n_mentions: 1, n_root_mentions: 0 },
      ...{ max_root_prob: null, root_label: 0 },
    },
  ]);
  await expect(release(studyId, { ...wanted, probabilityJudge: "nobody" })).rejects.toMatchObject({
    details: { faults: [{ column: "probabilityJudge", reason: "There is no judge nobody." }] },
  });
});

test("tables that a study cannot fill are said to be left out", async () => {
  const { studyId } = await makeLayerStudy([["a1", "10", "20", "ME ME", "ME", 0.5]]);
  const plan = planOf({ tables: ["reference_lists", "ratio"] });
  const { findings } = await lintRelease(command, { studyId, plan });
  expect(findings.map(({ rule, level, words }) => [rule, level, words])).toEqual([
    ["no_table", "warn", "The table reference_lists is left out. No layer of the plan is must-cite."],
    ["no_table", "warn", "The table ratio is left out. The codebook’s items have no sentences s1 and s2."],
  ]);
});
