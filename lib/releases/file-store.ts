import { createHash } from "node:crypto";
import type { Bulk } from "@/lib/db/copy";
import { assertDiskSpace } from "@/lib/db/disk-guard";
import { type Sql, sql } from "@/lib/db/sql";

/** Pieces that a database row takes well and a download passes on at once. */
const PIECE = 1 << 20;

export type NewFile = { path: string; mediaType: string; bytes: AsyncIterable<Uint8Array> };
export type StoredFile = { path: string; sha256: string; bytes: number };

/** Takes a file as its bytes come; memory holds one piece, whatever the file's size. */
export type FileStore = {
  write(file: NewFile): Promise<StoredFile>;
  /** Row counts are known when the file is written. */
  describe(path: string, rows: number | null): Promise<void>;
};

/** Stores the files of one release in the caller's transaction: with it they stand or fall. */
export function databaseStore(bulk: Bulk, release: { studyId: string; releaseId: string }): FileStore {
  const { studyId, releaseId } = release;
  // Several files are written at a time, and a connection takes one statement after the other.
  let last: Promise<unknown> = Promise.resolve();
  const execute = (statement: Sql) => {
    const mine = last.then(() => bulk.execute(statement));
    last = mine.catch(() => undefined);

    return mine;
  };

  return {
    async write({ path, mediaType, bytes }) {
      await execute(sql`INSERT INTO "ReleaseFile" ("studyId", "releaseId", path, "mediaType", sha256, bytes)
        VALUES (${studyId}::uuid, ${releaseId}::uuid, ${path}, ${mediaType}, '', 0)`);
      let n = 0;
      const stored = await measure(path, bytes, async (piece) => {
        assertDiskSpace();
        await execute(sql`INSERT INTO "ReleaseChunk" ("studyId", "releaseId", path, n, content)
          VALUES (${studyId}::uuid, ${releaseId}::uuid, ${path}, ${n}, ${piece})`);
        n += 1;
      });
      await execute(sql`UPDATE "ReleaseFile" SET sha256 = ${stored.sha256}, bytes = ${stored.bytes}
        WHERE "studyId" = ${studyId}::uuid AND "releaseId" = ${releaseId}::uuid AND path = ${path}`);

      return stored;
    },
    async describe(path, rows) {
      await execute(sql`UPDATE "ReleaseFile" SET rows = ${rows}
        WHERE "studyId" = ${studyId}::uuid AND "releaseId" = ${releaseId}::uuid AND path = ${path}`);
    },
  };
}

/** Keeps nothing but the hashes: to see whether a release made again is the same. */
export function hashStore(): FileStore & { files: StoredFile[] } {
  const files: StoredFile[] = [];

  return {
    files,
    async write({ path, bytes }) {
      const stored = await measure(path, bytes, async () => undefined);
      files.push(stored);

      return stored;
    },
    describe: async () => undefined,
  };
}

async function measure(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  keep: (piece: Buffer) => Promise<void>,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let total = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    hash.update(part);
    total += part.byteLength;
    for (let at = 0; at < part.byteLength; ) {
      const taken = part.subarray(at, at + PIECE - size);
      held.push(taken);
      size += taken.byteLength;
      at += taken.byteLength;
      if (size < PIECE) break;
      await keep(Buffer.concat(held));
      held = [];
      size = 0;
    }
  }
  if (size > 0) await keep(Buffer.concat(held));

  return { path, sha256: hash.digest("hex"), bytes: total };
}
