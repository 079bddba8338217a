import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { enqueue } from "@/lib/jobs/queue";
import type { ImportRun } from "./run-import";
import type { ImportFault } from "./wire";

const DIED: ImportFault = {
  reason:
    "The server stopped each time it read these papers. Nothing of them was stored: import them in smaller parts, to find the one that stops it.",
};

type Ending = Pick<ImportRun, "studyId" | "importId"> & {
  faults: { total: number; first: ImportFault[] };
  notices: { all: object[] };
  bytes?: number;
  rows?: number;
};

/** Sets a queued import refused, with its faults, and drops its files. One that has ended meanwhile stays as it is. */
export async function endQueued(run: Ending, ctx?: ServiceContext): Promise<void> {
  const { studyId, importId, faults, notices } = run;
  const job: ServiceContext = { actor: { kind: "job", name: "corpus.read" }, requestId: importId };
  await withTransaction(ctx ?? job, async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { studyId, id: importId, state: "queued" },
      data: {
        ...(run.bytes !== undefined && { bytes: run.bytes }),
        ...(run.rows !== undefined && { rows: Math.max(0, run.rows) }),
        ...{ state: "refused", faultCount: faults.total, faults: faults.first, notices: notices.all },
        finishedAt: new Date(),
      },
    });
    if (count > 0) await tx.stagedFile.deleteMany({ where: { studyId, importId } });
  });
}

/**
 * Looks after queued imports: one without a job (a backup brings none back) gets one, and one whose job was given up,
 * because it ended the process each time, is refused.
 */
export async function tendQueued(ctx: ServiceContext, studyId: string): Promise<void> {
  await withTransaction(ctx, async (tx, inside) => {
    const queued = await tx.import.findMany({ where: { studyId, state: "queued" }, select: { id: true } });
    for (const { id: importId } of queued) {
      const [job] = await tx.$queryRaw<{ state: string }[]>`
        SELECT state::text FROM pgboss.job WHERE name = 'corpus.read' AND data->>'importId' = ${importId}
        ORDER BY state < 'completed' DESC, created_on DESC LIMIT 1`;
      if (!job) await enqueue(inside, "corpus.read", { studyId, importId }, { singletonKey: importId });
      else if (job.state === "failed" || job.state === "cancelled") {
        await endQueued({ studyId, importId, faults: { total: 1, first: [DIED] }, notices: { all: [] } }, inside);
      }
    }
  });
}
