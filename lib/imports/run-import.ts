import { createHash, type Hash } from "node:crypto";
import { recordAudit } from "@/lib/audit/record-audit";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { type Bulk, withBulk } from "@/lib/db/copy";
import type { ImportKind } from "@/lib/db/generated/enums";
import { uniqueViolation } from "@/lib/db/map-error";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { FaultList, NoticeList } from "./fault-list";
import { viewOf } from "./internal";
import type { ImportFile } from "./schema";
import type { ImportView } from "./wire";

const TICK_MS = 500;
const MANY_ROWS = 500;
/** A table that grew by less than this keeps its statistics. */
const TELLING_SHARE = 0.2;

/** Thrown inside the transaction so that nothing of it stays; the reasons are in the run's faults. */
export class Refused extends Error {}
export class Cancelled extends Error {}

/** What one import knows while it runs. */
export type ImportRun = {
  importId: string;
  studyId: string;
  faults: FaultList;
  notices: NoticeList;
  bytes: number;
  rows: number;
  hash: Hash;
  /** Throws when somebody has cancelled the import. */
  check(): void;
};

export type ImportJob = {
  studyId: string;
  importId?: string | undefined;
  kind: ImportKind;
  files: readonly ImportFile[];
  options: object;
  /** In place of being done: what comes after the work, in its transaction. */
  end?: (bulk: Bulk, run: ImportRun) => Promise<void>;
};

export type ImportResult = { added: number; unchanged: number; detail?: Record<string, unknown> };

/**
 * Runs an import in one transaction of its own: either all that `work` did is committed with its audit event, or
 * nothing but the Import row, which says why. While it runs, another connection keeps that row's progress.
 */
export async function runImport(
  ctx: ServiceContext,
  job: ImportJob,
  work: (bulk: Bulk, run: ImportRun) => Promise<ImportResult>,
): Promise<ImportView> {
  if (ctx.db) throw new TypeError("An import opens its own transaction and cannot join another.");
  const state = { cancelled: false };
  const run: ImportRun = {
    importId: job.importId ?? uuid7(),
    studyId: job.studyId,
    faults: new FaultList(),
    notices: new NoticeList(),
    bytes: 0,
    rows: 0,
    hash: createHash("sha256"),
    check() {
      if (state.cancelled) throw new Cancelled();
    },
  };
  const row = { studyId: job.studyId, id: run.importId };
  let began = false;
  let ticker: Ticker | undefined;
  try {
    await withBulk(async (bulk) => {
      // Held to the end of the transaction: whoever finds it free knows that this process is gone.
      await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('import:' || ${run.importId}, 0))::text`);
      // Whether the planner has heard of the rows of the last import or not: every check is one pass over each side.
      await bulk.rows(sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`);
      await begin(ctx, job, run.importId);
      began = true;
      ticker = startTicker(async () => {
        const { count } = await prisma().import.updateMany({
          where: { ...row, state: "running" },
          data: { bytes: run.bytes, rows: run.rows },
        });
        if (count === 0) state.cancelled = true;
      });
      const result = await work(bulk, run);
      await ticker.stop();
      if (run.faults.total > 0) throw new Refused();
      if (job.end) return await job.end(bulk, run);
      await finish(bulk, run, result);
      await bulk.withPrisma(ctx, (tx, inner) =>
        recordAudit(tx, inner, {
          studyId: job.studyId,
          action: `import.${job.kind}`,
          subject: run.importId,
          detail: { ...result.detail, added: result.added, unchanged: result.unchanged, files: nameOf(job.files) },
        }),
      );
    });
  } catch (error) {
    await ticker?.stop();
    if (!began) throw error;
    const expected = error instanceof Refused || error instanceof Cancelled;
    if (!expected) run.faults.add({ reason: reasonOf(error) });
    await refuse(run);
    if (!expected) throw error;
  }
  const view = viewOf(await prisma().import.findUniqueOrThrow({ where: { studyId_id: row } }));
  if (view.state === "done") await tellPlanner(job.kind, view.added).catch(() => undefined);

  return view;
}

/** Until its statistics are fresh, every page's queries would be planned as if the table had stayed as it was. */
export async function tellPlanner(kind: ImportKind, added: number): Promise<void> {
  if (added < MANY_ROWS) return;
  const items = kind === "items" || kind === "documents";
  const table = items ? '"Item"' : '"Label"';
  const [known] = await prisma().$queryRaw<{ rows: number }[]>`
    SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = ${table}::regclass`;
  if (known && added < known.rows * TELLING_SHARE) return;
  if (items) {
    await prisma().$executeRaw`ANALYZE "Item" ("studyId", id, key, "focalKey", "targetKey", "windowHash", located)`;
  } else {
    await prisma()
      .$executeRaw`ANALYZE "Label" ("studyId", "roundId", "itemId", unit, "raterId", question, value, derived)`;
  }
}

async function begin(ctx: ServiceContext, job: ImportJob, importId: string): Promise<void> {
  const sizes = job.files.map((file) => file.size);
  const known = sizes.every((size) => size !== undefined);
  try {
    await prisma().import.create({
      data: {
        studyId: job.studyId,
        id: importId,
        kind: job.kind,
        fileName: nameOf(job.files),
        totalBytes: known ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) : null,
        options: JSON.parse(JSON.stringify(job.options)),
        createdById: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      },
      select: { id: true },
    });
  } catch (error) {
    if (!uniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "This import was sent before. Look at its state instead of sending it again.");
  }
}

async function finish(bulk: Bulk, run: ImportRun, { added, unchanged }: ImportResult): Promise<void> {
  const changed = await bulk.execute(sql`
    UPDATE "Import" SET state = 'done', added = ${added}, unchanged = ${unchanged}, bytes = ${run.bytes}, rows = ${run.rows},
      sha256 = ${run.hash.digest("hex")}, notices = ${JSON.stringify(run.notices.all)}::jsonb, "finishedAt" = clock_timestamp()
    WHERE "studyId" = ${run.studyId}::uuid AND id = ${run.importId}::uuid AND state = 'running'`);
  if (changed === 0) throw new Cancelled();
}

async function refuse(run: ImportRun): Promise<void> {
  const where = { studyId: run.studyId, id: run.importId };
  const counts = { bytes: run.bytes, rows: run.rows };
  const { count } = await prisma().import.updateMany({
    where: { ...where, state: "running" },
    data: {
      ...counts,
      state: "refused",
      faultCount: run.faults.total,
      faults: run.faults.first,
      notices: run.notices.all,
      finishedAt: new Date(),
    },
  });
  if (count === 0) await prisma().import.updateMany({ where, data: counts });
}

export function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;

  return "Something failed on our side while importing. Nothing was stored; please try again.";
}

export function nameOf(files: readonly ImportFile[]): string {
  const [first] = files;
  if (!first) return "";

  return files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`;
}

export type Ticker = { stop(): Promise<void> };

/** Calls `tick` every half second, never twice at once; a tick that fails is left out, the import decides by itself. */
export function startTicker(tick: () => Promise<void>): Ticker {
  let pending: Promise<void> | undefined;
  const timer = setInterval(() => {
    pending ??= tick()
      .catch(() => undefined)
      .finally(() => {
        pending = undefined;
      });
  }, TICK_MS);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      await pending;
    },
  };
}
