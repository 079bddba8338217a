import { setTimeout as sleep } from "node:timers/promises";
import type PgBoss from "pg-boss";
import type { ServiceContext } from "@/lib/context";
import { uuid7 } from "@/lib/db/uuid";
import { explainParseError, ServiceError } from "@/lib/errors";
import { JOBS, type JobName, type JobPayload } from "./jobs";
import { allowNoRetry, giveBack, type Run, renew } from "./lease";

/** What a handler is told of its job. */
export type Job = {
  id: string;
  /** Counts from 1. */
  attempt: number;
  /** Whether a failure now is for good: the last chance to say so on the row that waits for this job. */
  last: boolean;
  /** Aborted when another worker has the job, or this process stops: leave off, and write nothing more. */
  signal: AbortSignal;
  /** Acts as the job; for the verbs. */
  ctx: ServiceContext;
};

export type JobHandler<N extends JobName> = (payload: JobPayload<N>, job: Job) => Promise<unknown>;

/** Everything is to do with the queue of one process. */
export type Workshop = { boss: PgBoss; db: PgBoss.Db; lease: number };

export type RunningJob = {
  done: Promise<void>;
  /** Tells the handler to leave off, and gives the job back to others. */
  abandon(): Promise<void>;
};

/** Errors that another attempt would only repeat. */
const FINAL = new Set(["bad_input", "forbidden", "not_found", "too_large", "unsupported", "unprocessable"]);

/** Runs a job that was fetched, and tells the queue how it ended. Never rejects. */
export function runJob<N extends JobName>(
  shop: Workshop,
  name: N,
  row: PgBoss.JobWithMetadata,
  handler: JobHandler<N>,
): RunningJob {
  const run: Run = { name, id: row.id, attempt: row.retryCount };
  const control = new AbortController();
  const stopBeating = keepAlive(shop, run, control);
  const done = (async () => {
    try {
      const payload = parsePayload(name, row.data);
      const ctx: ServiceContext = { actor: { kind: "job", name }, requestId: uuid7() };
      const last = row.retryCount >= row.retryLimit;
      await handler(payload, { id: row.id, attempt: row.retryCount + 1, last, signal: control.signal, ctx });
      if (!control.signal.aborted) await insist(shop, run, () => shop.boss.complete(name, row.id));
    } catch (thrown) {
      if (!control.signal.aborted) await fail(shop, run, explainParseError(thrown));
    } finally {
      stopBeating();
    }
  })();

  return {
    done,
    async abandon() {
      stopBeating();
      control.abort(new Error("The studio stops; the job goes on elsewhere or later."));
      await giveBack(shop.db, run).catch(() => undefined); // Else its lease runs out.
    },
  };
}

/** What an older version queued may not be what this one expects. */
function parsePayload<N extends JobName>(name: N, data: unknown): JobPayload<N> {
  return JOBS[name].payload.parse(data) as JobPayload<N>;
}

/** Renews the lease until stopped; where it is lost, the handler is told. */
function keepAlive(shop: Workshop, run: Run, control: AbortController): () => void {
  const lost = () => {
    clearInterval(timer);
    control.abort(new Error("Another worker has this job."));
  };
  let heard = performance.now();
  const beat = async () => {
    try {
      if (await renew(shop.db, run, shop.lease)) heard = performance.now();
      else lost();
    } catch {
      if (performance.now() - heard > shop.lease * 1000) lost(); // Without the database we cannot know better.
    }
  };
  const timer = setInterval(() => void beat(), (shop.lease * 1000) / 4);

  return () => clearInterval(timer);
}

async function fail(shop: Workshop, run: Run, error: unknown): Promise<void> {
  const told = error instanceof ServiceError;
  const text = error instanceof Error ? error.message : String(error);
  const log = error instanceof Error && !told ? (error.stack ?? text) : text;
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), job: run.name, id: run.id, error: log })}\n`);
  const words = { message: text, ...(told && { code: error.code, faults: error.details.faults }) };
  await insist(shop, run, async () => {
    if (told && FINAL.has(error.code)) await allowNoRetry(shop.db, run);
    await shop.boss.fail(run.name, run.id, words);
  });
}

/** Says it as long as the job is ours, though the database be away for a while. */
async function insist(shop: Workshop, run: Run, say: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + shop.lease * 1000;
  while (performance.now() < end) {
    try {
      if (await renew(shop.db, run, shop.lease)) await say();
      return;
    } catch {
      await sleep(500);
    }
  }
}
