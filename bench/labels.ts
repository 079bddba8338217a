// Claim and acknowledge latencies of lib/labels, through the verbs, against PostgreSQL with fsync on.
// npx esbuild bench/labels.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/labels.mjs && node .cache/bench/labels.mjs [items] [acks]
// A server of its own in a temporary folder, gone afterwards; or in the EMPTY database that BENCH_DATABASE_URL names.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { disconnect, prisma } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { testFolder } from "@/lib/db/scratch-database";
import { placesAt } from "@/lib/db/supervisor/places";
import { joinEmbedded, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { uuid7 } from "@/lib/db/uuid";
import { claimSlots } from "@/lib/labels/claim-slots";
import { recordLabel } from "@/lib/labels/record-label";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { type CpuTime, cpuTime } from "./cpu-time";

const ITEMS = Number(process.argv[2] ?? 100_000);
const K = 3;
type Row = { what: string; n: number; "per s": number; p50: number; p95: number; p99: number; max: number } & {
  "node ms": number;
  "pg ms": number | null;
  load: string;
};
type Measured = { times: number[]; seconds: number; cpu: CpuTime };
const rows: Row[] = [];

/** Where the server's data lie, if on this machine: for its CPU time. */
let pgData: string | undefined;

const nothing = (): Measured => ({ times: [], seconds: 0, cpu: { node: 0, postgres: 0 } });

function add(all: Measured, some: Measured): Measured {
  const postgres =
    all.cpu.postgres === null || some.cpu.postgres === null ? null : all.cpu.postgres + some.cpu.postgres;
  return {
    times: [...all.times, ...some.times],
    seconds: all.seconds + some.seconds,
    cpu: { node: all.cpu.node + some.cpu.node, postgres },
  };
}

/** Times in ms; `node ms` and `pg ms`: CPU time a call, which other work on the machine changes least. */
function tell(what: string, { times, seconds, cpu }: Measured): Row {
  const each = (ms: number) => Number((ms / times.length).toFixed(2));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (q: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(1));
  const row = {
    what,
    n: times.length,
    "per s": Math.round(times.length / seconds),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    "node ms": each(cpu.node),
    "pg ms": cpu.postgres === null ? null : each(cpu.postgres),
    load: (os.loadavg()[0] ?? 0).toFixed(1),
  };
  rows.push(row);
  console.log(JSON.stringify(row));
  return row;
}

/** Each worker calls `step` until it answers false; `paceMs` is the time from the start of one call to the next. */
async function run(workers: number, step: (worker: number) => Promise<boolean>, paceMs = 0): Promise<Measured> {
  const times: number[] = [];
  const before = cpuTime(pgData);
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      if (paceMs > 0) await sleep((paceMs * worker) / workers);
      for (;;) {
        const start = performance.now();
        if (!(await step(worker))) return;
        const took = performance.now() - start;
        times.push(took);
        if (paceMs > took) await sleep(paceMs - took);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  const after = cpuTime(pgData);
  const postgres = after.postgres === null ? null : after.postgres - (before.postgres ?? 0);

  return { times, seconds, cpu: { node: after.node - before.node, postgres } };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

async function benchClaims(studyId: string, people: Person[]): Promise<void> {
  const fill = (raterUser: string) => prisma().$executeRaw`
    UPDATE "Slot" SET "state" = 'filled', "leasedUntil" = NULL, "filledAt" = now() WHERE "studyId" = ${studyId}::uuid
    AND "state" = 'leased' AND "raterId" = (SELECT "id" FROM "Rater" WHERE "studyId" = ${studyId}::uuid AND "userId" = ${raterUser}::uuid)`;
  const loop = async (what: string, rounds: number, raters: number, paceMs: number) => {
    let all = nothing();
    const some = people.slice(0, raters);
    for (let round = 0; round < rounds; round += 1) {
      const done = new Set<number>();
      const step = async (worker: number) => {
        if (done.has(worker)) return false;
        done.add(worker);
        await claimSlots(people[worker]!.ctx, { studyId, ahead: 5 });
        return true;
      };
      all = add(all, await run(some.length, step, paceMs));
      await Promise.all(some.map((person) => fill(person.userId)));
    }
    tell(what, all);
  };
  await loop("first claims (raters made), 5 items, 50 at the same moment", 1, 50, 0);
  await loop("claim 5 items, 1 rater", 30, 1, 0);
  await loop("claim 5 items, 10 raters at the same moment", 20, 10, 0);
  await loop("claim 5 items, 50 raters at the same moment", 10, 50, 0);
  await loop("claim 5 items, 50 raters, each once a second", 10, 50, 1000);
  const claims = people.map(() => 0);
  const more = await run(people.length, async (worker) => {
    if ((claims[worker] ?? 0) >= 19) return false;
    claims[worker] = (claims[worker] ?? 0) + 1;
    await claimSlots(people[worker]!.ctx, { studyId, ahead: claims[worker] ?? 1 });
    return true;
  });
  tell("claim one more, 50 raters without a pause", more);
  await Promise.all(people.map((person) => fill(person.userId)));
}

async function slotsFor(
  studyId: string,
  people: Person[],
  each: number,
): Promise<{ slotId: string; itemId: string }[][]> {
  return Promise.all(
    people.map(async (person) => {
      const mine: { slotId: string; itemId: string }[] = [];
      const { slots } = await claimSlots(person.ctx, { studyId, ahead: each });
      mine.push(...slots.map(({ slotId, itemId }) => ({ slotId, itemId })));
      return mine;
    }),
  );
}

async function benchAcks(
  studyId: string,
  people: Person[],
  paceMs: number,
  each: number,
  batches: number,
): Promise<Row> {
  let all = nothing();
  for (let batch = 0; batch < batches; batch += 1) {
    const work = await slotsFor(studyId, people, each);
    const some = await run(
      people.length,
      async (worker) => {
        const slot = work[worker]?.pop();
        if (!slot) return false;
        const body = { slotId: slot.slotId, opId: uuid7(), question: "kind", value: "B", elapsedMs: 1000 };
        await recordLabel(people[worker]!.ctx, { studyId, ...body });
        return true;
      },
      paceMs,
    );
    all = add(all, some);
  }
  return tell(`acknowledge, 20 raters, ${paceMs ? `each once in ${paceMs} ms` : "without a pause"}`, all);
}

/** Below zero: the raters' own chains go on from their last event. */
let bareSeq = 0;

/** The same rows by hand: BEGIN, event, two labels, slot, COMMIT. No check, no role, no reading. */
async function benchBare(url: string, studyId: string, people: Person[], each: number, batches: number): Promise<Row> {
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  pool.on("error", () => undefined);
  let all = nothing();
  const hash = "0".repeat(64);
  for (let batch = 0; batch < batches; batch += 1) {
    const work = await slotsFor(studyId, people, each);
    const raters = await Promise.all(
      people.map(async ({ userId }) => (await prisma().rater.findFirstOrThrow({ where: { studyId, userId } })).id),
    );
    const round = await prisma().round.findFirstOrThrow({ where: { studyId } });
    const some = await run(people.length, async (worker) => {
      const slot = work[worker]?.pop();
      if (!slot) return false;
      const rater = raters[worker];
      const opId = uuid7();
      bareSeq -= 1;
      const client = await pool.connect();
      await client.query("BEGIN");
      await client.query(
        `INSERT INTO "LabelEvent" ("studyId","opId","roundId","itemId","slotId","raterId","question","value","elapsedMs","seq","salt","bodyHash","payloadHash","prevHash","hash","codebookVersion")
         VALUES ($1,$2,$3,$4,$5,$6,'kind','B',1000,$7,'salt',$8,$8,$8,$8,1)`,
        [studyId, opId, round.id, slot.itemId, slot.slotId, rater, bareSeq, hash],
      );
      await client.query(
        `INSERT INTO "Label" ("studyId","roundId","itemId","raterId","question","value","derived","opId","elapsedMs","codebookVersion")
         VALUES ($1,$2,$3,$4,'kind','B',false,$5,1000,1),($1,$2,$3,$4,'side','RIGHT',true,$5,1000,1)
         ON CONFLICT ("studyId","roundId","itemId","unit","raterId","question") DO UPDATE SET "value" = EXCLUDED."value"`,
        [studyId, round.id, slot.itemId, rater, opId],
      );
      await client.query(
        `UPDATE "Slot" SET "state" = 'filled', "filledAt" = now(), "leasedUntil" = NULL WHERE "studyId" = $1 AND "id" = $2`,
        [studyId, slot.slotId],
      );
      await client.query("COMMIT");
      client.release();
      return true;
    });
    all = add(all, some);
  }
  await pool.end();
  return tell("bare SQL transaction of the same rows, without a pause", all);
}

async function openDatabase(): Promise<{ url: string; end: () => Promise<unknown> }> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { url: given, end: async () => undefined };
  const folder = testFolder("assay-bench-");
  const places = placesAt(folder);
  const server = await joinEmbedded({ places });
  pgData = places.pg;
  return {
    url: server.url,
    end: async () => {
      await server.release();
      await stopEmbedded({ places, force: true });
      const socket = new URL(server.url).searchParams.get("host");
      for (const made of [folder, socket]) if (made) fs.rmSync(made, { recursive: true, force: true });
    },
  };
}

const database = await openDatabase();
try {
  await migrate(database.url);
  process.env.DATABASE_URL = database.url;
  const fsync = await prisma().$queryRaw<{ fsync: string }[]>`SELECT current_setting('fsync') AS "fsync"`;
  const { studyId } = await makeStudy(ITEMS);
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  const begin = performance.now();
  const { slots } = await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "bench", k: K } });
  console.log(
    `${ITEMS} items, ${slots} slots drawn in ${((performance.now() - begin) / 1000).toFixed(1)} s; fsync ${fsync[0]?.fsync}; run ${randomUUID().slice(0, 8)}`,
  );
  const people = await Promise.all(Array.from({ length: 50 }, () => makePerson(studyId)));
  if (process.argv[3] !== "acks") await benchClaims(studyId, people);
  const twenty = people.slice(0, 20);
  await benchAcks(studyId, twenty, 0, 20, 2);
  rows.pop();
  // What autovacuum does within a minute: a new database has no statistics, and index choices are guesses.
  await prisma().$executeRaw`ANALYZE`;
  // In turn, so that what else the machine does falls on both.
  const ratios: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const ours = await benchAcks(studyId, twenty, 0, 20, 3);
    const bare = await benchBare(database.url, studyId, twenty, 20, 3);
    ratios.push(ours["per s"] / bare["per s"]);
  }
  await benchAcks(studyId, twenty, 1000, 10, 1);
  console.table(rows);
  console.log(`acknowledge / bare, by rate: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")} (bar: 0.5)`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await disconnect();
  await database.end();
}
