import PgBoss from "pg-boss";
import { openJobDatabase } from "./job-database";
import { JOBS, type JobName } from "./jobs";
import { queueNightly } from "./nightly";
import { LEASE } from "./queue";
import { requeueWaiting } from "./requeue-waiting";
import { type JobHandler, type RunningJob, runJob, type Workshop } from "./run-job";

export type JobHandlers = { [N in JobName]?: JobHandler<N> };

export type Workers = {
  /** Takes no new jobs; gives those that run `patience` milliseconds, then leaves them to others. */
  stop(patience: number): Promise<void>;
};

export type WorkerOptions = {
  databaseUrl: string;
  handlers: JobHandlers;
  /** Seconds; shorter in tests. */
  lease?: number;
};

const POLL = 2_000;
const DAY = 86_400_000;

/**
 * Runs the jobs that have a handler, in this process, beside any number of others. A job is heard of when it is
 * committed, else found within two seconds; one whose process has died, when its lease has run out. pg-boss's own
 * loop is not used: it forgets to wait for what it says to the database, and an outage would end the process.
 */
export function startWorkers({ databaseUrl, handlers, lease = LEASE }: WorkerOptions): Workers {
  const db = openJobDatabase(databaseUrl);
  const boss = new PgBoss({ db, archiveFailedAfterSeconds: (30 * DAY) / 1000 });
  const shop = { boss, db, lease };
  const names = (Object.keys(JOBS) as JobName[]).filter((name) => handlers[name]);
  const queues = new Map(names.map((name) => [name as string, workQueue(shop, name, handlers[name])]));
  db.listen((name) => {
    for (const [queue, { wake }] of queues) if (name === undefined || name === queue) wake();
  });
  const housekeeping = [everyNow(() => boss.expire(), (lease * 1000) / 4), everyNow(() => boss.maintain(), DAY / 4)];
  if (handlers.nightly) housekeeping.push(everyNow(queueNightly, DAY / 24), everyNow(requeueWaiting, DAY / 24));

  let stopped: Promise<void> | undefined;
  const stop = async (patience: number) => {
    for (const timer of housekeeping) clearInterval(timer);
    await Promise.all([...queues.values()].map((queue) => queue.stop(patience)));
    await db.close();
  };

  return {
    stop(patience) {
      stopped ??= stop(patience);
      return stopped;
    },
  };
}

type Queue = { wake: () => void; stop: Workers["stop"] };

function workQueue<N extends JobName>(shop: Workshop, name: N, handler: JobHandler<N> | undefined): Queue {
  const running = new Set<RunningJob>();
  let stopping = false;
  let woken = false;
  let wake = () => {
    woken = true;
  };

  /** Until something is said, or it is time to look. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), POLL);
      wake = () => {
        clearTimeout(timer);
        wake = () => {
          woken = true;
        };
        resolve();
      };
      if (woken) wake();
      woken = false;
    });

  const start = (row: PgBoss.JobWithMetadata) => {
    if (!handler) return;
    const job = runJob(shop, name, row, handler);
    running.add(job);
    void job.done.then(() => {
      running.delete(job);
      wake();
    });
  };

  const looked = (async () => {
    while (!stopping) {
      const free = JOBS[name].atOnce - running.size;
      // An outage answers nothing, as an empty queue does.
      const rows =
        free > 0 ? await shop.boss.fetch<object>(name, { batchSize: free, includeMetadata: true }).catch(() => []) : [];
      for (const row of rows) start(row);
      if (!stopping && rows.length < Math.max(1, free)) await pause();
    }
  })();

  return {
    wake: () => wake(),
    async stop(patience) {
      stopping = true;
      wake();
      await looked;
      const ended = Promise.all([...running].map((job) => job.done));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await Promise.all([...running].map((job) => job.abandon()));
    },
  };
}

function everyNow(fn: () => Promise<unknown>, milliseconds: number): NodeJS.Timeout {
  const quietly = () => void fn().catch(() => undefined); // An outage; the next time will do.
  quietly();

  return setInterval(quietly, milliseconds);
}
