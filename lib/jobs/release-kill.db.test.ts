import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { disconnect, prisma } from "@/lib/db/client";
import { connect } from "@/lib/db/connection";
import { childEnv, env, projectRoot } from "@/lib/env";
import { command } from "@/lib/imports/test-study";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { readRelease } from "@/lib/releases/read-release";
import { remakeRelease } from "@/lib/releases/remake-release";
import { startRelease } from "@/lib/releases/start-release";
import { filesOf, planOf, stateOf, verified } from "@/lib/releases/test-release";

const ITEMS = 1_000;
const CHANCE_KILLS = 3;
const NOTHING = "building: 0 files, 0 whole, 0 pieces";
const outfile = path.join(projectRoot(), ".cache/test", `release-worker-${process.pid}.mjs`);
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  fs.rmSync(outfile, { force: true });
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
  await disconnect();
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [outfile, env().DATABASE_URL ?? "", "2"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: childEnv({}),
  });
  children.push(child);
  await once(child.stdout ?? child, "data");

  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A lease of two seconds, and the next try at once, for the job that a killed process had. */
async function hurry(): Promise<void> {
  await prisma().$executeRaw`
    UPDATE pgboss.job SET expire_in = interval '2 seconds', retry_delay = 0, retry_backoff = false, retry_limit = 40,
      start_after = now() WHERE name = 'release.build'`;
}

type Scope = { studyId: string; releaseId: string };
type Moment = { name: string; stop: (client: pg.Client, scope: Scope) => Promise<unknown> };

/** Whoever makes the release waits at its file of this path, until the client lets go. */
function atFile(file: string): Moment {
  return {
    name: file,
    stop: (client, { studyId, releaseId }) =>
      client.query(`INSERT INTO "ReleaseFile" VALUES ($1, $2, $3, 'text/plain', 'x', 1, NULL)`, [
        ...[studyId, releaseId, file],
      ]),
  };
}

/** The audit event is the last that is written: the release is set ready, and only the commit is missing. */
const LAST: Moment = {
  name: "the audit event",
  stop: (client, { studyId }) =>
    client.query("SELECT pg_advisory_xact_lock(hashtextextended('audit:' || $1, 0))", [studyId]),
};

const MOMENTS = [atFile("items.jsonl"), atFile("labels.jsonl"), atFile("manifest.json"), atFile("SHA256SUMS"), LAST];

/** How many connections make a release; those of the dead end when they find nobody to answer to. */
async function makers(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'assay bulk' AND datname = current_database()`;

  return row?.n ?? 0;
}

/** How many connections make a release and wait for what this one holds. */
async function waiting(pid: number): Promise<number> {
  const [row] = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE application_name = 'assay bulk' AND ${pid}::int = ANY(pg_blocking_pids(pid))`;

  return row?.n ?? 0;
}

/** What anybody sees of the release, in one statement and so at one moment. */
async function seen({ studyId, releaseId }: Scope): Promise<string> {
  const [row] = await prisma().$queryRaw<{ state: string; files: number; whole: number; chunks: number }[]>`
    SELECT r.state::text, count(f.path)::int AS files, coalesce(sum(c.n), 0)::int AS chunks,
      count(*) FILTER (WHERE f.bytes = c.bytes)::int AS whole
    FROM "Release" r LEFT JOIN "ReleaseFile" f ON f."studyId" = r."studyId" AND f."releaseId" = r.id
    LEFT JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(octet_length(content)), 0) AS bytes FROM "ReleaseChunk" p
      WHERE p."studyId" = f."studyId" AND p."releaseId" = f."releaseId" AND p.path = f.path) c ON true
    WHERE r."studyId" = ${studyId}::uuid AND r.id = ${releaseId}::uuid GROUP BY r.state`;

  return `${row?.state}: ${row?.files} files, ${row?.whole} whole, ${row?.chunks} pieces`;
}

/** Looks at the release again and again, and keeps each state that it saw. */
function watch(scope: Scope): { states: Set<string>; stop: () => Promise<void> } {
  const states = new Set<string>();
  let stopped = false;
  const looked = (async () => {
    while (!stopped) {
      states.add(await seen(scope));
      await sleep(5);
    }
  })();

  return {
    states,
    async stop() {
      stopped = true;
      await looked;
    },
  };
}

test("killed at every stage of a freeze: nothing of it stays, nobody sees it ready, and whoever takes it up makes it once", async () => {
  await build({
    entryPoints: [path.join(projectRoot(), "lib/jobs/test-release-worker.ts")],
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile, logLevel: "error" },
  });
  const { studyId } = await makeLayerStudy(
    Array.from({ length: ITEMS }, (_, i) => [`k${i}`, "1", String(i), i % 3 ? "ME ME BC" : "BC ME BC", "ME", 0.5]),
  );
  const { releaseId } = await startRelease(command, { studyId, plan: planOf({ replicates: 500 }) });
  const scope = { studyId, releaseId };
  const watched = watch(scope);
  await hurry();
  let maker = await startWorker();
  const survive = async () => {
    const spare = await startWorker(); // Alive when the other dies: its lease is what must run out.
    await kill(maker);
    maker = spare;
    await hurry();
  };
  for (const { name, stop } of MOMENTS) {
    const client = await connect(undefined, "test");
    await client.query("BEGIN");
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const pid = rows[0]?.pid ?? 0;
    await stop(client, scope);
    await expect.poll(() => waiting(pid), { timeout: 60_000, interval: 20, message: name }).toBeGreaterThan(0);
    await survive();
    await client.query("ROLLBACK");
    await client.end();
    expect(await seen(scope), name).toBe(NOTHING);
  }
  const begunOrDone = async () => (await makers()) > 0 || (await stateOf(studyId, releaseId)) === "ready";
  for (let i = 0; i < CHANCE_KILLS; i += 1) {
    await expect.poll(begunOrDone, { timeout: 60_000, interval: 20 }).toBe(true);
    await sleep(randomInt(400));
    await kill(maker);
    maker = await startWorker();
    await hurry();
  }
  await expect.poll(() => stateOf(studyId, releaseId), { timeout: 120_000, interval: 100 }).toBe("ready");
  await watched.stop();

  const { manifestHash, version, files } = await readRelease(command, scope);
  const contents = await filesOf(studyId, releaseId);
  // The manifest lists all files but itself and the list of hashes.
  const count = JSON.parse(contents.get("manifest.json")?.toString() ?? "").files.length + 2;
  const [left] = await prisma().$queryRaw<{ releases: number; chunks: number }[]>`
    SELECT count(DISTINCT "releaseId")::int AS releases, count(*)::int AS chunks FROM "ReleaseChunk"
    WHERE "studyId" = ${studyId}::uuid`;
  expect(version).toBe("1.0.0");
  expect(files).toHaveLength(count);
  expect(left?.releases).toBe(1);
  expect([...watched.states]).toEqual([NOTHING, `ready: ${count} files, ${count} whole, ${left?.chunks} pieces`]);
  expect(await prisma().release.count({ where: { studyId } })).toBe(1);
  expect(await prisma().auditEvent.count({ where: { studyId, action: "release.freeze" } })).toBe(1);
  const rows = (name: string, of = "") =>
    contents
      .get(name)
      ?.toString()
      .split("\n")
      .filter((line) => line !== "" && line.includes(of)).length;
  expect(rows("items.jsonl")).toBe(ITEMS);
  expect(rows("labels.jsonl", '"question":"role"')).toBe(4 * ITEMS); // Three people and a judge.
  expect(
    createHash("sha256")
      .update(contents.get("manifest.json") ?? "")
      .digest("hex"),
  ).toBe(manifestHash);
  expect(await verified(studyId, releaseId)).toEqual([]);
  expect(await remakeRelease(command, scope)).toEqual({ same: true, files: count, differing: [] });
  const jobs = await prisma().$queryRaw<{ state: string; attempts: number }[]>`
    SELECT state::text, retry_count AS attempts FROM pgboss.job
    WHERE name = 'release.build' AND data->>'releaseId' = ${releaseId}`;
  expect(jobs).toMatchObject([{ state: "completed" }]);
  // Each was taken up after a kill; by chance one may be killed before it began.
  expect(jobs[0]?.attempts).toBeGreaterThanOrEqual(MOMENTS.length);
}, 400_000);
