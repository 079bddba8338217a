import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedPath } from "@/e2e/fixtures/shared";
import { prisma } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, FOUR_POINT, file, lines, newStudy } from "@/lib/imports/test-study";
import { deleteRun } from "./delete-run";
import { importRun } from "./import-run";
import { listRuns } from "./list-runs";
import { readLeaderboard } from "./read-leaderboard";

async function refusal(work: Promise<unknown>): Promise<{ status: number; faults: string[] }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${error}`);

  return { status: error.status, faults: (error.details.faults ?? []).map(({ line, reason }) => `${line}: ${reason}`) };
}

const TREC = "q1 Q0 d1 1 3.5 t\nq1 Q0 d2 2 2.5 t\nq2 Q0 d1 1 1 t\n";

describe("runs", () => {
  let studyId = "";
  beforeAll(async () => {
    studyId = await newStudy("citation-role");
  });

  test("TREC, BEIR JSON, JSON lines with ranks and MUSES Parquet are stored with format, hash and rows", async () => {
    const trec = await importRun(command, { studyId, name: "trec", parameters: { k: 5 }, file: file("a.run", TREC) });
    expect(trec.run).toMatchObject({
      format: "trec",
      rows: 3,
      bytes: TREC.length,
      sha256: createHash("sha256").update(TREC).digest("hex"),
      parameters: { k: 5 },
    });
    const rows = await prisma().runEntry.findMany({
      where: { studyId, runId: trec.run.runId },
      orderBy: { score: "desc" },
    });
    expect(rows.map(({ query, document, score }) => [query, document, score])).toEqual([
      ["q1", "d1", 3.5],
      ["q1", "d2", 2.5],
      ["q2", "d1", 1],
    ]);
    const beir = await importRun(command, {
      studyId,
      name: "beir",
      file: file("a.json", '{"q1": {"d1": 0.5, "d2": 1}}'),
    });
    expect(beir.run).toMatchObject({ format: "beir_json", rows: 2 });
    const ranked = lines({ qid: "q1", docid: "d1", rank: 0 }, { qid: "q1", docid: "d2", rank: 3 });
    const jsonl = await importRun(command, { studyId, name: "jsonl", file: file("a.jsonl", ranked) });
    expect(jsonl.run).toMatchObject({ format: "jsonl", rows: 2, parameters: {} });
    expect(jsonl.notices.map(({ reason }) => reason).join()).toContain("ranks count from 0");
    expect((await listRuns(command, { studyId })).map(({ name }) => name)).toEqual(["trec", "beir", "jsonl"]);
    const events = await prisma().auditEvent.count({ where: { studyId, action: "run.import" } });
    expect(events).toBe(3);
  });

  test("a file with faults is refused by line, and nothing is stored", async () => {
    const bad = `${TREC}q1 Q0 d2 3 nan t\nq1 Q0 d1 4 1 t\nq3 Q0 d1\n`;
    expect(await refusal(importRun(command, { studyId, name: "bad", file: file("bad.run", bad) }))).toEqual({
      status: 422,
      faults: [
        "4: The score nan is not finite.",
        "5: Document d1 stands twice for query q1: lines 1 and 5.",
        "6: This row has 3 fields; a run has 6: query, Q0, document, rank, score, tag.",
      ],
    });
    const half = importRun(command, { studyId, name: "bad", file: file("cut.run", TREC, { size: 1000 }) });
    expect((await refusal(half)).status).toBe(400);
    expect(await prisma().run.count({ where: { studyId, name: "bad" } })).toBe(0);
    const taken = importRun(command, { studyId, name: "trec", file: file("a.run", TREC) });
    expect((await refusal(taken)).status).toBe(409);
  });

  test("deleted with its rows; a foreign id is not found", async () => {
    const { run } = await importRun(command, { studyId, name: "gone", file: file("a.run", TREC) });
    const other = await newStudy("citation-role");
    expect((await refusal(deleteRun(command, { studyId: other, runId: run.runId }))).status).toBe(404);
    await deleteRun(command, { studyId, runId: run.runId });
    expect(await prisma().runEntry.count({ where: { studyId, runId: run.runId } })).toBe(0);
    expect((await refusal(deleteRun(command, { studyId, runId: randomUUID() }))).status).toBe(404);
  });
});

/** Two raters and a judge on four pairs of two queries; A and B part over q1. */
async function judgedStudy(): Promise<string> {
  const studyId = await newStudy(FOUR_POINT);
  await importItems(command, { studyId, files: [file("i.txt", "q1 0 d1\nq1 0 d2\nq2 0 d1\nq2 0 d2\nq3 0 d9\n")] });
  const human = (rater: string, text: string) =>
    importHumanLabels(command, { studyId, files: [file(`${rater}.qrels`, text)], options: { rater } });
  await human("A", "q1 0 d1 3\nq1 0 d2 0\nq2 0 d1 2\nq2 0 d2 0\n");
  await human("B", "q1 0 d1 0\nq1 0 d2 3\nq2 0 d1 2\nq2 0 d2 0\n");
  await human("C", "q1 0 d1 3\nq1 0 d2 0\n");
  const judged = await importJudgeLabels(command, {
    studyId,
    files: [file("j.qrels", "q1 0 d1 0\nq1 0 d2 2\nq2 0 d1 0\nq2 0 d2 1\n")],
    options: { run: "model" },
  });
  expect(judged.state).toBe("done");
  await importRun(command, {
    studyId,
    name: "first",
    file: file("f.run", "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\nq2 Q0 d1 1 2 t\n"),
  });
  await importRun(command, {
    studyId,
    name: "second",
    file: file("s.run", "q1 Q0 d2 1 2 t\nq1 Q0 d1 2 1 t\nq2 Q0 d2 1 2 t\nq2 Q0 d1 2 1 t\n"),
  });

  return studyId;
}

describe("leaderboard", () => {
  // recip_rank by hand. Majority (q1: d1 3, d2 0; q2: d1 2): first (1 + 1)/2, second (½ + ½)/2. Judge (q1: d2; q2: d2): first (½ + 0)/2,
  // second (1 + 1)/2. A as the majority; B (q1: d2; q2: d1): first (½ + 1)/2, second (1 + ½)/2: a tie; C judges q1 alone: 1 and ½.
  test("majority, each rater and the judge; τ, leaders and flips", async () => {
    const studyId = await judgedStudy();
    const board = await readLeaderboard(command, { studyId, metric: "recip_rank", draws: 2000 });
    const raters = await prisma().rater.findMany({ where: { studyId, kind: "human" } });
    const layerOf = (name: string) => board.layers.find((layer) => layer.name === name);
    const rater = (name: string) => `rater:${raters.find((row) => row.name === name)?.pseudonym}`;
    const values = (name: string) => layerOf(name)?.values.map((value) => ("value" in value ? value.value : null));
    expect(board.runs).toEqual(["first", "second"]);
    expect(board.layers).toHaveLength(5);
    expect(values("majority")).toEqual([1, 0.5]);
    expect(values("judge:model")).toEqual([0.25, 1]);
    expect(values(rater("A"))).toEqual([1, 0.5]);
    expect(values(rater("B"))).toEqual([0.75, 0.75]);
    expect(values(rater("C"))).toEqual([1, 0.5]);
    expect(layerOf(rater("C"))).toMatchObject({ queries: 1, judgements: 2, kind: "rater" });
    const agreement = board.agreements.find(({ a, b }) => a === "majority" && b === "judge:model");
    expect(agreement).toMatchObject({ n: 2, tau: { value: -1 }, same_top: false });
    expect(board.flips).toMatchObject({
      reference: "majority",
      raters: 3,
      queries: 2,
      labelled: 4,
      disputed: 2,
      draws: 2000,
    });
    // d1 of q1 (3, 0, 3) is 3 for a panel of three in 20/27 of draws, d2 (0, 3, 0) in 7/27; q2 is settled: first leads there by ½.
    // second leads in q1 by at most ½, so the order never turns; it ties where d2 alone is relevant: (7/27)².
    const [pair] = board.flips?.pairs ?? [];
    expect(pair?.flipped.value).toBe(0);
    expect(Math.abs((pair?.tied ?? 0) - (7 / 27) ** 2)).toBeLessThan(0.03);
    expect(board.warnings.join()).toContain("Layers judge different queries");
    expect(await readLeaderboard(command, { studyId, metric: "recip_rank", draws: 2000 })).toEqual(board);
  });

  // Settled for q1: d1 is 0 and d2 is 3; q2 keeps the majority's d1: first (½ + 1)/2, second (1 + ½)/2.
  test.each(["in the studio", "by an import"])(
    "adjudicated first, settled %s: a layer of its own, and none of the raters",
    async (how) => {
      const studyId = await judgedStudy();
      if (how === "by an import") {
        const files = [file("adj.qrels", "q1 0 d1 0\nq1 0 d2 3\n")];
        await importHumanLabels(command, { studyId, files, options: { rater: "adjudicated" } });
      } else {
        const items = await prisma().item.findMany({ where: { studyId, key: { in: ["q1 d1", "q1 d2"] } } });
        const round = await prisma().round.findFirstOrThrow({ where: { studyId, name: "imported" } });
        await prisma().adjudication.createMany({
          data: items.map(({ id, key }) => ({
            studyId,
            roundId: round.id,
            itemId: id,
            question: "relevance",
            userId: randomUUID(),
            value: key === "q1 d1" ? "0" : "3",
            reason: "rater_slip" as const,
            basisHash: "",
            opId: randomUUID(),
            codebookVersion: 1,
          })),
        });
      }
      const board = await readLeaderboard(command, { studyId, metric: "recip_rank" });
      const kinds = board.layers.map(({ kind }) => kind);
      expect(kinds).toEqual(["majority", "adjudicated", "rater", "rater", "rater", "judge"]);
      expect(board.layers[1]?.values).toMatchObject([{ value: 0.75 }, { value: 0.75 }]);
      expect(board.layers[0]?.values).toMatchObject([{ value: 1 }, { value: 0.5 }]);
      expect(board.agreements[0]).toMatchObject({ a: "majority", b: "adjudicated", tau: { undefined: "all_tied" } });
      expect(board.agreements[0]?.top_of_b).toEqual(["first", "second"]);
      expect(board.flips).toMatchObject({ raters: 3 });
    },
  );

  test("layers and runs by name; a stored layer; what is not there is said", async () => {
    const studyId = await judgedStudy();
    const rule = { rule: { kind: "majority", least: 3 } };
    await prisma().layer.create({ data: { studyId, name: "three of them", rule, ruleHash: "0" } });
    const board = await readLeaderboard(command, { studyId, metric: "map", layers: ["three of them", "majority"] });
    expect(board.layers.map(({ name, kind, queries }) => [name, kind, queries])).toEqual([
      ["three of them", "stored", 1],
      ["majority", "majority", 2],
    ]);
    const ask = (more: object) => refusal(readLeaderboard(command, { studyId, ...more }));
    expect((await ask({ layers: ["nobody"] })).status).toBe(404);
    expect((await ask({ metric: "num_rel" })).status).toBe(400);
    expect((await ask({ runIds: [randomUUID()] })).status).toBe(404);
    const empty = await newStudy("citation-role");
    expect((await refusal(readLeaderboard(command, { studyId: empty }))).status).toBe(422);
  });

  test("contexts of one pair: positive from one of them on, or from two", async () => {
    const studyId = await newStudy("citation-role");
    const item = (key: string, target: string) => ({
      context_id: key,
      focal_corpusid: "p1",
      candidate_corpusid: target,
      context_text: `In ${key} we use [REF_TARGET].`,
    });
    await importItems(command, {
      studyId,
      files: [file("i.jsonl", lines(item("a", "c1"), item("b", "c1"), item("c", "c2"), item("d", "c2")))],
    });
    const labels = [
      { context_id: "a", rater: "x", role: "ME" },
      { context_id: "b", rater: "x", role: "BC" },
      { context_id: "c", rater: "x", role: "TF" },
      { context_id: "d", rater: "x", role: "GM" },
    ];
    await importHumanLabels(command, { studyId, files: [file("l.jsonl", lines(...labels))] });
    await importRun(command, { studyId, name: "r", file: file("r.run", "p1 Q0 c1 1 2 t\np1 Q0 c2 2 1 t\n") });
    const value = async (least: number) => {
      const board = await readLeaderboard(command, { studyId, question: "root", metric: "recip_rank", least });

      return [board.positive, board.layers[0]?.values[0]];
    };
    expect(await value(1)).toMatchObject(["ROOT", { value: 1, n: 1 }]);
    expect(await value(2)).toMatchObject(["ROOT", { value: 0.5, n: 1 }]);
  });
});

const predictions = sharedPath("data/muses-mini/predictions.parquet");
// Without ../shared there is no Parquet file of other hands to read.
test.skipIf(!predictions)("MUSES' Parquet: ranks from 0 with gaps count as places in the study too", async () => {
  const studyId = await newStudy(FOUR_POINT);
  await importItems(command, { studyId, files: [file("i.txt", "900001 0 1\n900001 0 7\n")] });
  await importHumanLabels(command, {
    studyId,
    files: [file("a.qrels", "900001 0 1 0\n900001 0 7 1\n")],
    options: { rater: "A" },
  });
  const bytes = new Uint8Array(readFileSync(predictions ?? ""));
  const { run } = await importRun(command, { studyId, name: "muses", file: file("predictions.parquet", bytes) });
  expect(run).toMatchObject({ format: "parquet", rows: 7 });
  // The file has candidate 7 at rank 60 counted from 0: place 61.
  const board = await readLeaderboard(command, { studyId, metric: "recip_rank", layers: ["majority"] });
  expect(board.layers[0]?.values[0]).toMatchObject({ value: 1 / 61 });
});
