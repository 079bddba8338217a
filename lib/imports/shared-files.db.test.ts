import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "./import-human-labels";
import { importItems } from "./import-items";
import { importJudgeLabels } from "./import-judge-labels";
import { command, FOUR_POINT, newStudy } from "./test-study";

// ../shared holds other people's data and is not part of the project: where it is absent these tests have nothing to read.
const shared = path.join(process.cwd(), "../shared/data");
const here = test.skipIf(!existsSync(shared));

function open(name: string) {
  const full = path.join(shared, name);

  return { name, size: statSync(full).size, bytes: createReadStream(full) };
}

const threeC = {
  assay: 1,
  id: "three-c",
  title: "Purpose and influence",
  item: {
    fields: [
      { id: "unique_id", label: "Id", type: "text", showTo: "none" },
      { id: "core_id", label: "Citing paper", type: "text", showTo: "none" },
      { id: "citing_title", label: "Paper", type: "text", showTo: "rater", display: "title" },
      { id: "cited_title", label: "Cites", type: "text", showTo: "rater", required: false },
      { id: "cited_author", label: "Author", type: "text", showTo: "none", required: false },
      {
        id: "citation_context",
        label: "Context",
        type: "window",
        showTo: "both",
        marker: "#AUTHOR_TAG",
        display: "reading",
      },
    ],
    key: ["unique_id"],
    focal: "core_id",
    window: "citation_context",
  },
  questions: [
    {
      id: "purpose",
      title: "Purpose",
      text: "What is it cited for?",
      scale: "nominal",
      options: ["BACKGROUND", "COMPARES_CONTRASTS", "EXTENSION", "FUTURE", "MOTIVATION", "USES"].map((id, i) => ({
        id,
        label: id,
        key: String(i + 1),
      })),
    },
    {
      id: "influence",
      title: "Influence",
      text: "Is it influential?",
      scale: "binary",
      options: [
        { id: "INFLUENTIAL", label: "Influential", key: "y" },
        { id: "INCIDENTAL", label: "Incidental", key: "n" },
      ],
    },
  ],
};

here("3c-wosp2020: items, then both label columns of the same file as one human rater", async () => {
  const studyId = await newStudy(threeC);
  const csv = readFileSync(path.join(shared, "3c-wosp2020/joined.csv"), "utf8");
  const items = await importItems(command, { studyId, files: [open("3c-wosp2020/joined.csv")] });
  expect(items).toMatchObject({ state: "done", faultCount: 0, rows: 3000, added: 3000, bytes: Buffer.byteLength(csv) });
  const human = await importHumanLabels(command, {
    studyId,
    files: [open("3c-wosp2020/joined.csv")],
    options: { rater: "citing author" },
  });
  expect(human).toMatchObject({ state: "done", faultCount: 0, added: 6000 });
  const stored = await prisma().label.groupBy({ by: ["question", "value"], where: { studyId }, _count: true });
  // Counted by hand of the file: its last two columns hold no comma and no quote.
  const counted = new Map<string, number>();
  for (const line of csv.split("\n").slice(1)) {
    const match = /,([A-Z_]+),([A-Z]+)\r?$/.exec(line);
    for (const label of match ? [`purpose ${match[1]}`, `influence ${match[2]}`] : []) {
      counted.set(label, (counted.get(label) ?? 0) + 1);
    }
  }
  expect(counted.size).toBe(8);
  expect(new Map(stored.map((row) => [`${row.question} ${row.value}`, row._count]))).toEqual(counted);
  const again = await importHumanLabels(command, {
    studyId,
    files: [open("3c-wosp2020/joined.csv")],
    options: { rater: "citing author" },
  });
  expect(again).toMatchObject({ state: "done", added: 0, unchanged: 6000 });
});

here("masterset-ref: every reference of seven papers; at least 95 % located", async () => {
  const studyId = await newStudy("must-cite");
  const names = ["grobid", "nougat"].flatMap((folder) =>
    readdirSync(path.join(shared, "masterset-ref", folder)).map((name) => `masterset-ref/${folder}/${name}`),
  );
  const references = names.flatMap(
    (name) => JSON.parse(readFileSync(path.join(shared, name), "utf8")) as { contexts: unknown[] }[],
  );
  const result = await importItems(command, { studyId, files: names.map(open) });
  expect(result).toMatchObject({ state: "done", faultCount: 0, added: references.length });
  const empty = references.filter((reference) => reference.contexts.length === 0).length;
  const counts = await prisma().item.groupBy({ by: ["located"], where: { studyId }, _count: true });
  const count = (located: boolean | null) => counts.find((row) => row.located === located)?._count ?? 0;
  expect(count(null)).toBe(empty);
  expect(count(true) / (references.length - empty)).toBeGreaterThanOrEqual(0.95);
  expect(await prisma().item.groupBy({ by: ["focalKey"], where: { studyId } })).toHaveLength(7);
});

here(
  "llmjudge: 31 of 33 judges' 4,423 labels; two files refused with the lines of what is out of range",
  async () => {
    const studyId = await newStudy(FOUR_POINT);
    const items = await importItems(command, { studyId, files: [open("llmjudge/llm4eval_test_qrel_2024.txt")] });
    expect(items).toMatchObject({ state: "done", added: 4423 });
    const judges = readdirSync(path.join(shared, "llmjudge/scores"));
    expect(judges).toHaveLength(33);
    const outside = new Map<string, number[]>();
    for (const judge of judges) {
      const text = readFileSync(path.join(shared, "llmjudge/scores", judge), "utf8");
      const bad = text.split("\n").flatMap((line, i) => (line !== "" && !/ [0-3]\r?$/.test(line) ? [i + 1] : []));
      if (bad.length > 0) outside.set(judge, bad);
    }
    expect(outside.size).toBe(2);
    for (const judge of judges) {
      const result = await importJudgeLabels(command, { studyId, files: [open(`llmjudge/scores/${judge}`)] });
      const bad = outside.get(judge);
      if (bad) {
        expect(result).toMatchObject({ state: "refused", added: 0, faultCount: bad.length });
        expect(result.faults.map((fault) => fault.line)).toEqual(bad);
      } else expect(result).toMatchObject({ state: "done", added: 4423, faultCount: 0 });
    }
    const byJudge = await prisma().label.groupBy({ by: ["raterId"], where: { studyId }, _count: true });
    expect(byJudge.map((row) => row._count)).toEqual(Array(31).fill(4423));
    const qrels = await importHumanLabels(command, {
      studyId,
      files: [open("llmjudge/llmjudge_test_qrel_idx.txt")],
      options: { rater: "NIST" },
    });
    expect(qrels).toMatchObject({ state: "done", added: 4423 });
  },
  240_000,
);
