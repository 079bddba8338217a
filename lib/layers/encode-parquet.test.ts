import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { Edge } from "./edges";
import { encodeParquet } from "./encode-parquet";

async function fileOf(pages: AsyncIterable<Edge[]>): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for await (const part of encodeParquet(pages)) parts.push(part);

  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()).buffer;
}

async function* pagesOf(edges: number, size: number): AsyncGenerator<Edge[]> {
  for (let from = 0; from < edges; from += size)
    yield Array.from({ length: Math.min(size, edges - from) }, (_, i) => edge(from + i));
}

function edge(i: number): Edge {
  return {
    focal: BigInt(i) + 9_007_199_254_740_993n,
    candidate: BigInt(-i),
    mentions: i % 7,
    rootMentions: i % 3,
    maxRootProbability: i % 5 === 0 ? null : 0.25,
    rootLabel: i % 4 === 0 ? null : i % 2,
  };
}

function columns(file: ArrayBuffer) {
  return parquetMetadata(file)
    .schema.slice(1)
    .map(({ name, type }) => [name, type]);
}

const MUSES = [
  ["focal_corpusid", "INT64"],
  ["candidate_corpusid", "INT64"],
  ["n_mentions", "INT32"],
  ["n_root_mentions", "INT32"],
  ["max_root_prob", "FLOAT"],
  ["root_label", "INT32"],
];

test("250,001 edges: groups of at most 100,000 rows, every value as it went in", async () => {
  const file = await fileOf(pagesOf(250_001, 5000));
  expect(columns(file)).toEqual(MUSES);
  const { row_groups, num_rows } = parquetMetadata(file);
  expect(num_rows).toBe(250_001n);
  expect(row_groups.map((group) => Number(group.num_rows))).toEqual([100_000, 100_000, 50_001]);
  const rows = await parquetReadObjects({ file });
  for (const i of [0, 1, 4, 99_999, 100_000, 199_999, 200_000, 250_000]) {
    const { focal, candidate, mentions, rootMentions, maxRootProbability, rootLabel } = edge(i);
    expect(rows[i]).toEqual({
      focal_corpusid: focal,
      candidate_corpusid: candidate,
      n_mentions: mentions,
      n_root_mentions: rootMentions,
      max_root_prob: maxRootProbability,
      root_label: rootLabel,
    });
  }
  expect(rows).toHaveLength(250_001);
}, 120_000);

test("no edges at all: a file with the six columns and no rows", async () => {
  const file = await fileOf(pagesOf(0, 1));
  expect(columns(file)).toEqual(MUSES);
  expect(await parquetReadObjects({ file })).toEqual([]);
});

const published = path.join(process.cwd(), "../shared/data/muses-mini/rhetoric_labels_paper_level.parquet");

test.skipIf(!existsSync(published))("MUSES' own file has these columns and types (needs ../shared/data)", async () => {
  const bytes = new Uint8Array(readFileSync(published));
  expect(columns(bytes.buffer)).toEqual(columns(await fileOf(pagesOf(3, 3))));
});
