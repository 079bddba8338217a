import { createHash } from "node:crypto";
import { prisma } from "@/lib/db/client";
import type { Bulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { sql } from "@/lib/db/sql";
import { countBytes } from "./read-files";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";

const PIECE = 1 << 18;

/** Puts files into the database as they come, in pieces, so that any process may read them later. Memory holds one piece. */
export async function stageFiles(bulk: Bulk, run: ImportRun, files: readonly ImportFile[]): Promise<void> {
  const { studyId, importId } = run;
  const rows = files.map(({ name, size }, n) => [studyId, importId, n, name, size ?? 0]);
  await bulk.copyInto("StagedFile", ["studyId", "importId", "n", "name", "bytes"], rows);
  const arrived: Arrived = { hashes: [], sizes: [] };
  await bulk.copyInto("StagedPiece", ["studyId", "importId", "file", "n", "content"], pieces(run, files, arrived));
  await bulk.execute(sql`
    UPDATE "StagedFile" f SET sha256 = a.sha256, bytes = a.bytes
    FROM unnest(${arrived.hashes}::text[], ${arrived.sizes}::bigint[]) WITH ORDINALITY AS a (sha256, bytes, place)
    WHERE f."studyId" = ${studyId}::uuid AND f."importId" = ${importId}::uuid AND f.n = a.place - 1`);
}

type Arrived = { hashes: string[]; sizes: number[] };

async function* pieces(
  run: ImportRun,
  files: readonly ImportFile[],
  arrived: Arrived,
): AsyncGenerator<readonly CopyValue[]> {
  for (const [order, file] of files.entries()) {
    const hash = createHash("sha256");
    const before = run.bytes;
    let n = 0;
    for await (const piece of inPieces(countBytes(run, file, order))) {
      hash.update(piece);
      yield [run.studyId, run.importId, order, n, piece];
      n += 1;
    }
    arrived.hashes.push(hash.digest("hex"));
    arrived.sizes.push(run.bytes - before);
  }
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    held.push(part);
    size += part.length;
    if (size < PIECE) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

export type StagedFile = { n: number; name: string; bytes: number; sha256: string | null };

export async function listStagedFiles(studyId: string, importId: string): Promise<StagedFile[]> {
  const rows = await prisma().stagedFile.findMany({ where: { studyId, importId }, orderBy: { n: "asc" } });

  return rows.map(({ n, name, bytes, sha256 }) => ({ n, name, bytes: Number(bytes), sha256 }));
}

/** The bytes of a file that waits. It counts what it gives out; a file whose pieces are gone was cancelled, which `check` knows. */
export async function* stagedBytes(run: ImportRun, file: StagedFile, gone: () => Error): AsyncGenerator<Uint8Array> {
  const { studyId, importId } = run;
  let left = file.bytes;
  for (let n = 0; left > 0; n += 1) {
    run.check();
    const id = { studyId, importId, file: file.n, n };
    const piece = await prisma().stagedPiece.findUnique({ where: { studyId_importId_file_n: id } });
    if (!piece) throw gone();
    left -= piece.content.length;
    run.bytes += piece.content.length;
    yield piece.content;
  }
}
