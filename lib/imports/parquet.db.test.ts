import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importItems } from "./import-items";
import { command, file, newStudy } from "./test-study";

function parquet(contexts: readonly string[]): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "context_id", data: contexts.map((_, i) => `c${i}`), type: "STRING" },
        { name: "focal_corpusid", data: contexts.map((_, i) => BigInt(i) + 9_007_199_254_740_992n), type: "INT64" },
        { name: "candidate_corpusid", data: contexts.map(() => 77n), type: "INT64" },
        { name: "context_text", data: [...contexts], type: "STRING" },
      ],
    }),
  );
}

test("rows of a Parquet file become items, large ids without a digit lost; a cut file is refused whole", async () => {
  const studyId = await newStudy("citation-role");
  const bytes = parquet(["We use [REF_TARGET].", "As [REF_TARGET] says."]);
  const view = await importItems(command, { studyId, files: [file("items.parquet", bytes)] });
  expect(view).toMatchObject({ state: "done", rows: 2, added: 2, faultCount: 0 });
  const rows = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(rows.map(({ key, focalKey, targetKey, located }) => [key, focalKey, targetKey, located])).toEqual([
    ["c0", "9007199254740992", "77", true],
    ["c1", "9007199254740993", "77", true],
  ]);
  const cut = await importItems(command, {
    studyId,
    files: [file("cut.parquet", bytes.subarray(0, bytes.length - 9))],
  });
  expect(cut).toMatchObject({ state: "refused", added: 0 });
  expect(cut.faults[0]?.reason).toContain("no whole Parquet file");
});
