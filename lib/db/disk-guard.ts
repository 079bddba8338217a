import fs from "node:fs";
import { ServiceError } from "@/lib/errors";

/**
 * PostgreSQL that cannot extend a table refuses that write; one that cannot extend its log stops altogether. So writes
 * are refused while there is still room for some log files (16 MB each): reading goes on, and nothing has to recover.
 */
const RESERVE = 64 * 1024 * 1024;
const INTERVAL = 250;

const store = globalThis as typeof globalThis & { assayDisk?: { folder: string; checkedAt: number; full: boolean } };

/** Called where the server's data lie on this machine; with a DATABASE_URL there is nothing to watch. */
export function guardDisk(folder: string | undefined): void {
  store.assayDisk = folder === undefined ? undefined : { folder, checkedAt: 0, full: false };
}

/** Before a write: cheap, since the disk is looked at four times a second at most. */
export function assertDiskSpace(): void {
  const disk = store.assayDisk;
  if (!disk) return;
  const now = performance.now();
  if (now - disk.checkedAt > INTERVAL || disk.checkedAt === 0) {
    disk.checkedAt = now;
    disk.full = isFull(disk.folder);
  }
  if (disk.full) throw storageFull();
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize < RESERVE;
  } catch {
    return false;
  }
}

export function storageFull(): ServiceError {
  return new ServiceError(
    "storage_full",
    "Not saved: the server's disk is full. Nothing that was saved before is lost. Free some space, then try again.",
    { retryAfter: 30 },
  );
}
