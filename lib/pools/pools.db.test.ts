import { createHash, randomUUID } from "node:crypto";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { seedUser } from "@/prisma/seed/seed-user";
import { deletePool } from "./delete-pool";
import { deleteTargetSet } from "./delete-target-set";
import { importPool } from "./import-pool";
import { importTargetSet } from "./import-target-set";
import { listPools } from "./list-pools";
import { listTargetSets } from "./list-target-sets";
import { searchPool } from "./search-pool";

let studyId = "";
beforeAll(async () => {
  studyId = await newStudy("citation-role");
});

/** What was refused, as "line: reason". */
async function refusal(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${error}`);

  return (error.details.faults ?? []).map(({ line, reason }) => `${line ?? "-"}: ${reason}`);
}

const CSV = [
  "corpus_id,title,year,doi,arxiv,authors,venue,date",
  '1,"Random Forests",2001,https://doi.org/10.1023/A:1010933404324,,"L. Breiman",ML,2001-10-01',
  "2,Attention is all you need,2017,,arXiv:1706.03762v5,A. Vaswani; N. Shazeer,NeurIPS,2017-06-12",
  "3,Bagging predictors,1996,,,,,",
  "4,Random Forest,2010,,,,,",
  "",
].join("\n");

describe("pools", () => {
  test("CSV: every column typed, hash and size of the file kept, one event", async () => {
    const { pool } = await importPool(command, { studyId, name: "csv", file: file("pool.csv", CSV) });
    expect(pool).toMatchObject({
      name: "csv",
      fileName: "pool.csv",
      size: 4,
      bytes: Buffer.byteLength(CSV),
      sha256: createHash("sha256").update(CSV).digest("hex"),
    });
    const rows = await prisma().poolEntry.findMany({
      where: { studyId, poolId: pool.poolId },
      orderBy: { corpusId: "asc" },
    });
    expect(rows[0]).toMatchObject({
      corpusId: "1",
      titleKey: "random forests",
      year: 2001,
      doi: "10.1023/a:1010933404324",
      authors: [{ name: "L. Breiman" }],
      publishedOn: new Date("2001-10-01"),
    });
    expect(rows[1]).toMatchObject({ arxivId: "1706.03762", authors: [{ name: "A. Vaswani" }, { name: "N. Shazeer" }] });
    expect(rows[2]).toMatchObject({ doi: null, authors: null, venue: null, publishedOn: null });
    expect((await listPools(command, { studyId })).map(({ name }) => name)).toContain("csv");
    const events = await prisma().auditEvent.count({ where: { studyId, action: "pool.import", subject: pool.poolId } });
    expect(events).toBe(1);
  });

  test("JSON lines (S2's and BEIR's shapes) and Parquet give the same papers", async () => {
    const jsonl = lines(
      {
        corpusid: 12,
        title: "One",
        year: 2001,
        externalids: { DOI: "10.1/x1234" },
        authors: [{ authorId: "7", name: "A" }],
      },
      { _id: "13", title: "Two", metadata: { year: 2002 } },
    );
    await expect(importPool(command, { studyId, name: "bad doi", file: file("p.jsonl", jsonl) })).rejects.toMatchObject(
      { status: 422 },
    );
    const good = await importPool(command, {
      studyId,
      name: "jsonl",
      file: file("p.jsonl", jsonl.replace("10.1/x1234", "10.1000/X1234")),
    });
    const entries = await prisma().poolEntry.findMany({
      where: { studyId, poolId: good.pool.poolId },
      orderBy: { corpusId: "asc" },
    });
    expect(entries).toMatchObject([
      { corpusId: "12", year: 2001, doi: "10.1000/x1234", authors: [{ id: "7", name: "A" }] },
      { corpusId: "13", year: 2002 },
    ]);
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: "corpusid", data: [12n, 13n], type: "INT64" },
        { name: "title", data: ["One", "Two"], type: "STRING" },
        { name: "year", data: [2001, 2002], type: "INT32" },
      ],
    });
    const parquet = await importPool(command, { studyId, name: "pq", file: file("p.parquet", new Uint8Array(buffer)) });
    expect(parquet.pool.size).toBe(2);
    const same = await prisma().poolEntry.findMany({
      where: { studyId, poolId: parquet.pool.poolId },
      orderBy: { corpusId: "asc" },
    });
    expect(same.map(({ corpusId, title, year }) => [corpusId, title, year])).toEqual([
      ["12", "One", 2001],
      ["13", "Two", 2002],
    ]);
  });

  test("faults name their lines, and nothing is stored", async () => {
    const bad = "corpus_id,title,year,date\n1,A,2001,2001-02-30\n2,B,about 2000,\n,C,,\n1,D,,\n5,E,,\n";
    const before = await prisma().poolEntry.count({ where: { studyId } });
    const faults = await refusal(importPool(command, { studyId, name: "bad", file: file("bad.csv", bad) }));
    expect(faults).toEqual([
      "2: 2001-02-30 is no day as yyyy-mm-dd.",
      "3: about 2000 is no year.",
      "4: This paper has no corpus id. The file's columns: corpus_id, title, year, date.",
    ]);
    const twice = "corpus_id\n1\n2\n1\n1\n";
    expect(await refusal(importPool(command, { studyId, name: "bad", file: file("twice.csv", twice) }))).toEqual([
      "4: The paper 1 stands twice: lines 2 and 4.",
      "5: The paper 1 stands twice: lines 2 and 5.",
    ]);
    const cut = importPool(command, { studyId, name: "bad", file: file("cut.csv", "corpus_id\n1\n", { size: 99 }) });
    await expect(cut).rejects.toThrow("cut.csv did not arrive whole: 12 of 99 bytes arrived. Nothing was stored");
    const no = await refusal(
      importPool(command, { studyId, name: "bad", file: file("no.parquet", "PAR1 and no more") }),
    );
    expect(no[0]).toMatch(/^-: This is no whole Parquet file/);
    expect(await prisma().poolEntry.count({ where: { studyId } })).toBe(before);
    expect(await prisma().pool.count({ where: { studyId, name: "bad" } })).toBe(0);
  });

  test("search: id, DOI, arXiv, title with year, then near titles; never another study's", async () => {
    const pool = (await listPools(command, { studyId })).find(({ name }) => name === "csv");
    const search = async (text: string) =>
      (await searchPool(command, { studyId, poolId: pool?.poolId, text })).map(({ by, paper }) => [by, paper.corpusId]);
    expect(await search("3")).toEqual([["id", "3"]]);
    expect(await search("doi:10.1023/a:1010933404324")).toEqual([["doi", "1"]]);
    expect(await search("https://arxiv.org/abs/1706.03762")).toEqual([["arxiv", "2"]]);
    expect(await search("RANDOM FORESTS (2001)")).toEqual([
      ["title_year", "1"],
      ["near", "4"],
    ]);
    expect((await search("Random forests, 1999"))[0]).toEqual(["title", "1"]);
    expect(await search("Attention is what you need")).toEqual([["near", "2"]]);
    expect(await search("Zygomorphic Qabbalah")).toEqual([]);
    expect(await search("% _ '; --")).toEqual([]);
    const other = await newStudy("citation-role");
    await expect(searchPool(command, { studyId: other, poolId: pool?.poolId, text: "3" })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("a name is taken once; deleting takes the papers along; others may not", async () => {
    const { pool } = await importPool(command, { studyId, name: "gone", file: file("g.csv", "corpus_id\n1\n") });
    const again = importPool(command, { studyId, name: "gone", file: file("g.csv", "corpus_id\n2\n") });
    await expect(again).rejects.toMatchObject({ status: 409 });
    const other = await newStudy("citation-role");
    const { poolId } = pool;
    await expect(deletePool(command, { studyId: other, poolId })).rejects.toMatchObject({ status: 404 });
    await expect(deletePool(command, { studyId, poolId: randomUUID() })).rejects.toMatchObject({ status: 404 });
    const auditor = await seedUser({ roles: [{ studyId, role: "auditor" }] });
    const ctx = {
      actor: { kind: "user" as const, userId: auditor.userId, sessionId: randomUUID(), administrator: false },
      requestId: "test",
    };
    await expect(deletePool(ctx, { studyId, poolId })).rejects.toMatchObject({ status: 403 });
    await expect(listPools(ctx, { studyId: other })).rejects.toMatchObject({ status: 404 });
    await deletePool(command, { studyId, poolId });
    expect(await prisma().poolEntry.count({ where: { studyId, poolId } })).toBe(0);
  });
});

const pairs = (...rows: string[]) => ["focal_corpusid,target_corpusid", ...rows, ""].join("\n");

describe("target sets", () => {
  test("a tier must lie within the set it is declared within; each pair outside is named", async () => {
    const wide = { studyId, name: "CiteNext", file: file("next.csv", pairs("1,10", "1,11", "2,10")) };
    expect((await importTargetSet(command, wide)).targetSet).toMatchObject({ kind: "targets", rows: 3 });
    const tier = (name: string, text: string) =>
      importTargetSet(command, { studyId, name, kind: "tier", within: "CiteNext", file: file("new.csv", text) });
    expect((await tier("CiteNew", pairs("1,11", "2,10"))).targetSet.rows).toBe(2);
    expect(await refusal(tier("CiteNewer", pairs("1,11", "2,11", "3,10")))).toEqual([
      "3: 2 → 11 is not in CiteNext, which this set is declared to lie within.",
      "4: 3 → 10 is not in CiteNext, which this set is declared to lie within.",
    ]);
    await expect(
      importTargetSet(command, { studyId, name: "x", within: "nothing", file: file("x.csv", pairs("1,10")) }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await listTargetSets(command, { studyId })).map(({ name }) => name)).toEqual(["CiteNext", "CiteNew"]);
  });

  test("qrels: grades of 0 are left out with a remark", async () => {
    const qrels = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n";
    const made = await importTargetSet(command, { studyId, name: "qrels", file: file("a.qrels", qrels) });
    expect(made.targetSet.rows).toBe(2);
    expect(made.notices[0]).toMatchObject({ count: 1 });
    const fraction = "query-id,corpus-id,score\nq1,d1,0.5\n";
    const refused = await refusal(importTargetSet(command, { studyId, name: "f", file: file("f.csv", fraction) }));
    expect(refused).toEqual([expect.stringContaining("2: The grade 0.5 is not an integer.")]);
  });

  test("splits are author-disjoint: the rows are named; cut-off days agree within a query", async () => {
    const split = (name: string, text: string) =>
      importTargetSet(command, { studyId, name, kind: "split", file: file("s.csv", text) });
    const header = "authorid,focal_corpusid,split,cut_off\n";
    const good = await split("good", `${header}101,1,test,2025-01-01\n102,2,test,2025-01-01\n103,2,train,2025-01-01\n`);
    expect(good.notices).toEqual([{ reason: expect.stringContaining("two splits under different authors"), count: 1 }]);
    const entry = await prisma().targetEntry.findFirst({
      where: { studyId, setId: good.targetSet.targetSetId, authorKey: "103" },
    });
    expect(entry).toMatchObject({ focalKey: "2", targetKey: "", split: "train", cutOff: new Date("2025-01-01") });
    expect(await refusal(split("bad", `${header}101,1,test,\n102,2,test,\n101,3,train,\n101,4,dev,\n`))).toEqual([
      "4: Author 101 is in two splits: test in line 2, train in line 4.",
      "5: Author 101 is in two splits: test in line 2, dev in line 5.",
    ]);
    expect(await refusal(split("bad", "qid,split\nq1,test\nq1,train\n"))).toEqual([
      "3: Query q1 is in two splits: test in line 2, train in line 3.",
    ]);
    expect(await refusal(split("bad", `${header}1,1,a,2025-01-01\n2,1,a,2025-02-01\n`))).toEqual([
      "3: Query 1 has two cut-off days: 2025-01-01 in line 2, 2025-02-01 in line 3.",
    ]);
    expect(await refusal(split("bad", "qid\nq1\n"))).toEqual([expect.stringContaining("2: This row has no split.")]);
    expect(await refusal(split("bad", `${header}1,1,a,\n1,1,a,\n`))).toEqual([
      "3: The row 1 1 a stands twice: lines 2 and 3.",
    ]);
  });

  test("deleted with its rows", async () => {
    const made = await importTargetSet(command, { studyId, name: "gone", file: file("g.csv", pairs("1,2")) });
    const { targetSetId } = made.targetSet;
    await deleteTargetSet(command, { studyId, targetSetId });
    expect(await prisma().targetEntry.count({ where: { studyId, setId: targetSetId } })).toBe(0);
    await expect(deleteTargetSet(command, { studyId, targetSetId })).rejects.toMatchObject({ status: 404 });
  });
});
