import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, afterEach, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { restoreBackup } from "@/lib/db/backup/restore-backup";
import { writeBackup } from "@/lib/db/backup/write-backup";
import { disconnect, prisma } from "@/lib/db/client";
import { connect, run } from "@/lib/db/connection";
import { JOB_SCHEMA_VERSION, QUEUES } from "@/lib/db/job-tables";
import { migrate } from "@/lib/db/migrate";
import { withScratchDatabase } from "@/lib/db/scratch-database";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { env, projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { enqueue } from "./queue";
import { startWorkers, type WorkerOptions, type Workers } from "./workers";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };
const open: Workers[] = [];
const children: ChildProcess[] = [];

function work(handlers: WorkerOptions["handlers"], lease = 60): Workers {
  const workers = startWorkers({ databaseUrl: env().DATABASE_URL ?? "", handlers, lease });
  open.push(workers);
  return workers;
}

function payload() {
  return { studyId: uuid7(), importId: uuid7() };
}

type JobRow = { state: string; retry_count: number; output: { message: string; code?: string } | null };

async function stateOf(id: string | null): Promise<JobRow | undefined> {
  const rows = await prisma().$queryRaw<JobRow[]>`
    SELECT state::text, retry_count, output FROM pgboss.job WHERE id = ${id}::uuid`;
  return rows[0];
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(open.splice(0).map((workers) => workers.stop(0)));
  await prisma().$executeRaw`DELETE FROM pgboss.job`; // What a test leaves would be the next one's work.
});

afterAll(disconnect);

test("the tables are those of the installed pg-boss", () => {
  const file = path.join(projectRoot(), "node_modules/pg-boss/version.json");
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ schema: JOB_SCHEMA_VERSION });
});

test("four processes that migrate at once make the tables once", async () => {
  await withScratchDatabase(async (url) => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
    const client = await connect(url, "test");
    const { rows } = await run(client, sql`SELECT name, policy FROM pgboss.queue ORDER BY name`);
    await client.end();
    expect(rows).toEqual(
      ["corpus.read", "mail.send", "nightly", "release.build"].map((name) => ({ name, policy: "short" })),
    );
  });
});

test("a job of a transaction that is rolled back does not exist, and one that is committed runs once", async () => {
  const seen: string[] = [];
  const note = async (one: { importId: string }) => seen.push(one.importId);
  work({ "corpus.read": note });
  work({ "corpus.read": note });
  const [undone, done] = [payload(), payload()];
  let undoneId: string | null = null;
  const failing = withTransaction(ctx, async (_, inside) => {
    undoneId = await enqueue(inside, "corpus.read", undone);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const id = await withTransaction(ctx, (_, inside) => enqueue(inside, "corpus.read", done));
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000 }).toBe("completed");
  expect(undoneId).not.toBeNull();
  expect(await stateOf(undoneId)).toBeUndefined();
  expect(seen).toEqual([done.importId]);
});

test("several instances share the jobs: each runs once, and the handler acts as the job", async () => {
  const seen: string[] = [];
  const actors = new Set<unknown>();
  const two = [1, 2].map(() =>
    work({
      "corpus.read": async ({ importId }, job) => {
        seen.push(importId);
        actors.add(JSON.stringify(job.ctx.actor));
        await sleep(5);
      },
    }),
  );
  const all = Array.from({ length: 30 }, payload);
  const ids = await Promise.all(all.map((one) => enqueue(ctx, "corpus.read", one)));
  await expect
    .poll(async () => (await Promise.all(ids.map(stateOf))).filter((row) => row?.state === "completed").length, {
      timeout: 20_000,
    })
    .toBe(30);
  expect(two).toHaveLength(2);
  expect(seen.toSorted()).toEqual(all.map((one) => one.importId).toSorted());
  expect([...actors]).toEqual(['{"kind":"job","name":"corpus.read"}']);
});

test("a key that waits is not queued twice; once it was run, it may be again", async () => {
  const one = payload();
  const first = await enqueue(ctx, "corpus.read", one, { singletonKey: one.importId });
  expect(await enqueue(ctx, "corpus.read", one, { singletonKey: one.importId })).toBeNull();
  expect(await enqueue(ctx, "corpus.read", payload())).not.toBeNull();
  expect(await enqueue(ctx, "corpus.read", payload())).not.toBeNull();
  work({ "corpus.read": async () => undefined });
  await expect.poll(async () => (await stateOf(first))?.state, { timeout: 10_000 }).toBe("completed");
  expect(await enqueue(ctx, "corpus.read", one, { singletonKey: one.importId })).not.toBeNull();
});

test("a job for later waits until then", async () => {
  const ran: string[] = [];
  work({ "corpus.read": async ({ importId }) => ran.push(importId) });
  const later = await enqueue(ctx, "corpus.read", payload(), { startAfter: new Date(Date.now() + 3_600_000) });
  const now = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(now))?.state, { timeout: 10_000 }).toBe("completed");
  expect((await stateOf(later))?.state).toBe("created");
  expect(ran).toHaveLength(1);
});

test("a payload that is not what the job carries: refused when queued, failed with words when found", async () => {
  await expect(enqueue(ctx, "corpus.read", { studyId: "x", importId: uuid7() })).rejects.toThrow(/UUID/i);
  const id = await enqueue(ctx, "corpus.read", payload());
  await prisma().$executeRaw`UPDATE pgboss.job SET data = '{"studyId": 1}' WHERE id = ${id}::uuid`;
  work({ "corpus.read": () => Promise.reject(new Error("The handler must not be called.")) });
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000 }).toBe("failed");
  const row = await stateOf(id);
  expect(row?.output).toMatchObject({ code: "bad_input", message: expect.stringContaining("studyId") });
  expect(row?.retry_count).toBe(0);
});

test("a failure is tried again later; an error that repeating cannot help is final", async () => {
  work({
    "corpus.read": async () => {
      throw new Error("the disk hiccupped");
    },
    "release.build": async () => {
      throw new ServiceError("not_found", "The release does not exist.");
    },
  });
  const again = await enqueue(ctx, "corpus.read", payload());
  const never = await enqueue(ctx, "release.build", { studyId: uuid7(), releaseId: uuid7() });
  await expect.poll(async () => (await stateOf(again))?.state, { timeout: 10_000 }).toBe("retry");
  await expect.poll(async () => (await stateOf(never))?.state, { timeout: 10_000 }).toBe("failed");
  expect((await stateOf(again))?.output?.message).toBe("the disk hiccupped");
  expect((await stateOf(never))?.output).toMatchObject({ code: "not_found", message: "The release does not exist." });
  const [wait] = await prisma().$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job WHERE id = ${again}::uuid`;
  expect(wait?.seconds).toBeGreaterThan(5);
  expect(wait?.seconds).toBeLessThanOrEqual(20);
});

test("on the last attempt the handler knows it", async () => {
  const told: [number, boolean][] = [];
  const id = await enqueue(ctx, "corpus.read", payload());
  await prisma()
    .$executeRaw`UPDATE pgboss.job SET retry_limit = 1, retry_delay = 0, retry_backoff = false WHERE id = ${id}::uuid`;
  work({
    "corpus.read": async (_, { attempt, last }) => {
      told.push([attempt, last]);
      throw new Error("no luck");
    },
  });
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 15_000 }).toBe("failed");
  expect(told).toEqual([
    [1, false],
    [2, true],
  ]);
});

/** The lease that counts until the worker's first sign of life; tried again at once. */
async function enqueueWithLease(one: { studyId: string; importId: string }, seconds: number): Promise<string | null> {
  return withTransaction(ctx, async (tx, inside) => {
    const id = await enqueue(inside, "corpus.read", one);
    await tx.$executeRaw`
      UPDATE pgboss.job SET expire_in = make_interval(secs => ${seconds}::float8), retry_delay = 0, retry_backoff = false
      WHERE id = ${id}::uuid`;
    return id;
  });
}

async function spawnWorker(lease: number): Promise<ChildProcess> {
  const outfile = path.join(projectRoot(), ".cache/test", `worker-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(projectRoot(), "lib/jobs/test-worker.ts")],
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile, logLevel: "error" },
  });
  const child = spawn(process.execPath, [outfile, env().DATABASE_URL ?? "", String(lease)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  child.once("exit", () => fs.rmSync(outfile, { force: true }));
  return child;
}

test("a worker that is killed in the middle: another takes the job up", async () => {
  const one = payload();
  const child = await spawnWorker(2);
  const said = once(child.stdout ?? child, "data");
  const id = await enqueueWithLease(one, 2);
  expect(String(await said).trim()).toBe(one.importId);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect((await stateOf(id))?.state).toBe("active");
  const attempts: number[] = [];
  work({ "corpus.read": async (_, job) => attempts.push(job.attempt) }, 2);
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 30_000 }).toBe("completed");
  expect(attempts).toEqual([2]);
});

test("a job that takes longer than the lease is not taken from a worker that lives", async () => {
  const runs: string[] = [];
  const slow = async ({ importId }: { importId: string }) => {
    runs.push(importId);
    await sleep(4_000);
  };
  work({ "corpus.read": slow }, 1);
  work({ "corpus.read": slow }, 1);
  const id = await enqueueWithLease(payload(), 1);
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000 }).toBe("completed");
  expect(runs).toHaveLength(1);
  expect((await stateOf(id))?.retry_count).toBe(0);
});

test("stopping: what ends in time is done, what does not is told to leave off and goes back", async () => {
  const reasons: string[] = [];
  const quick = work({ "corpus.read": () => sleep(500) });
  const done = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(done))?.state, { timeout: 10_000 }).toBe("active");
  await quick.stop(20_000);
  expect((await stateOf(done))?.state).toBe("completed");

  const stuck = work({
    "corpus.read": (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(String(signal.reason.message));
          reject(signal.reason);
        });
      }),
  });
  const id = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000 }).toBe("active");
  await stuck.stop(100);
  expect(reasons).toEqual(["The studio stops; the job goes on elsewhere or later."]);
  expect(await stateOf(id)).toMatchObject({ state: "retry", retry_count: 0 });
  work({ "corpus.read": async () => undefined });
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000 }).toBe("completed");
  expect((await stateOf(id))?.retry_count).toBe(0);
});

test("after a stop no connection is left", async () => {
  const mine = async () => {
    const rows = await prisma().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'assay jobs'`;
    return rows[0]?.n ?? 0;
  };
  const workers = work({ "corpus.read": async () => undefined });
  const id = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000 }).toBe("completed");
  expect(await mine()).toBeGreaterThan(0);
  await workers.stop(1_000);
  await expect.poll(mine, { timeout: 5_000 }).toBe(0);
});

test("a backup holds no jobs, and a restored database has the queues", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-jobs-"));
  const backup = path.join(folder, "backup");
  await enqueue(ctx, "corpus.read", payload());
  const { tables } = await writeBackup(backup);
  expect(tables.map(({ name }) => name)).toContain("Study");
  expect(tables.filter(({ name }) => /job|queue|archive|pgboss/i.test(name))).toEqual([]);
  await withScratchDatabase(async (url) => {
    await migrate(url);
    await restoreBackup(backup, { url });
    const client = await connect(url, "test");
    const { rows } = await run(
      client,
      sql`SELECT (SELECT count(*)::int FROM pgboss.queue) AS queues, (SELECT count(*)::int FROM pgboss.job) AS jobs`,
    );
    await client.end();
    expect(rows).toEqual([{ queues: QUEUES.length, jobs: 0 }]);
  });
  fs.rmSync(folder, { recursive: true });
});

test("cut connections are made anew, and the queue goes on", async () => {
  const seen: string[] = [];
  work({ "corpus.read": async ({ importId }) => seen.push(importId) });
  const before = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(before))?.state, { timeout: 10_000 }).toBe("completed");
  await prisma().$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'assay jobs'`;
  const after = await enqueue(ctx, "corpus.read", payload());
  await expect.poll(async () => (await stateOf(after))?.state, { timeout: 20_000 }).toBe("completed");
  expect(seen).toHaveLength(2);
});
