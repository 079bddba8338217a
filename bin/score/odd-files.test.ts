import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/errors";
import { scoredOnce, shared } from "./test-scoring";

let folder = "";
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-odd-"));
  await writeFile(at("qrels"), "q1 0 d1 1\nq2 0 d1 1\n");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusal(name: string, content?: string | Uint8Array): Promise<ServiceError> {
  if (content !== undefined) await writeFile(at(name), content);
  const thrown = await scoredOnce("--qrels", at("qrels"), "--run", at(name)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ServiceError);
  return thrown as ServiceError;
}

describe("files that cannot be scored are refused, never half read", () => {
  it.each<[string, string | Uint8Array, number]>([
    ["utf-16", Buffer.from("\uFEFFq1 Q0 d1 1 1 t\n", "utf16le"), 1],
    [
      "latin-1",
      Buffer.concat([Buffer.from("q1 Q0 d1 1 1 t\nq2 Q0 "), Buffer.from([0xe9]), Buffer.from(" 1 1 t\n")]),
      2,
    ],
    ["empty", "", 1],
    ["empty.json", "{}", 1],
    ["half.jsonl", '{"qid": "q1", "docid": "d1", "score": 1}\n{"qid": "q1", "docid"', 2],
    ["lossy.jsonl", '{"qid": "q1", "docid": 9007199254740993, "score": 1}\n', 1],
    ["header", "query Q0 doc rank score tag\nq1 Q0 d1 1 1 t\n", 1],
  ])("%s", async (name, content, line) => {
    const error = await refusal(name, content);
    expect(error.details.faults?.[0]).toMatchObject({ line });
  });

  it("folders, absent files and half a Parquet file", async () => {
    await mkdir(at("folder"));
    expect((await refusal("folder")).message).toContain("cannot be read");
    expect((await refusal("absent")).message).toContain("cannot be read");
    const half = await refusal("half.parquet", "PAR1 and no more");
    expect(half.details.faults?.[0]?.reason).toContain("no whole Parquet file");
  });
});

it("reads a line that spans many pieces of a file", async () => {
  const long = "x".repeat(3_000_000);
  await writeFile(at("long"), `q1 Q0 ${long} 1 2 t\r\nq1 Q0 d1 2 1 t \r\nq2 Q0 d1 1 1 t`);
  const report = await scoredOnce("--qrels", at("qrels"), "--run", at("long"), "--metrics", "recip_rank");
  expect(report.perQuery).toEqual({ q1: { recip_rank: 0.5 }, q2: { recip_rank: 1 } });
});

const formats = shared("formats");

describe.skipIf(!formats)("../shared/formats: the same judgements in three formats", () => {
  it("TREC, BEIR and Hugging Face", async () => {
    const run = `${formats}/trec/sample.run`;
    const of = async (qrels: string) => (await scoredOnce("--qrels", `${formats}/${qrels}`, "--run", run)).perQuery.Q1;
    const trec = await of("trec/sample.qrels");
    // P10 has grade 2 and stands first.
    expect(trec).toMatchObject({ recip_rank: 1, ndcg: 1, num_rel: 1 });
    expect(await of("beir/qrels/test.tsv")).toEqual(trec);
    const lines = (await readFile(`${formats}/hf-retrieval/data/test.jsonl`, "utf8")).trim().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    expect(await of("hf-retrieval/data/test.jsonl")).toMatchObject({ recip_rank: 1, num_rel: 1 });
  });
});
