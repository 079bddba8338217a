import { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { ImportModel } from "@/lib/db/generated/models";
import { withTransaction } from "@/lib/db/transaction";
import { ImportFault, ImportNotice, type ImportView } from "./wire";

export const GONE: ImportFault = {
  reason: "The server stopped while this import was running. Nothing of it was stored: import the file again.",
};

/** Of an import's faults; the list to download has all that were kept. */
const SHOWN = 100;

/**
 * A running import holds an advisory lock for as long as its transaction lives. One that is marked as running and whose
 * lock is free was killed: its rows were rolled back with it.
 */
export async function endAbandonedImports(ctx: ServiceContext, studyId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const running = await tx.import.count({ where: { studyId, state: "running" } });
    if (running === 0) return;
    await tx.$executeRaw`
      UPDATE "Import" SET state = 'refused', "faultCount" = 1, faults = ${JSON.stringify([GONE])}::jsonb, "finishedAt" = now()
      WHERE "studyId" = ${studyId}::uuid AND state = 'running'
        AND pg_try_advisory_xact_lock(hashtextextended('import:' || id::text, 0))`;
  });
}

export function viewOf(row: ImportModel): ImportView {
  return {
    importId: row.id,
    kind: row.kind,
    state: row.state,
    fileName: row.fileName,
    bytes: Number(row.bytes),
    totalBytes: row.totalBytes === null ? null : Number(row.totalBytes),
    rows: row.rows,
    added: row.added,
    unchanged: row.unchanged,
    faultCount: row.faultCount,
    faults: z.array(ImportFault).parse(row.faults).slice(0, SHOWN),
    notices: z.array(ImportNotice).parse(row.notices),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
