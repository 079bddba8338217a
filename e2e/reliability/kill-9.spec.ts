import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type LabelStudy, passages, seedLabelStudy } from "@/e2e/label/seed-label-study";
import { prisma } from "@/lib/db/client";
import { verifyLabelChain } from "@/lib/labels/verify-label-chain";
import { OwnStudio } from "./own-studio";
import { RaterClient, signInAt } from "./rater-client";

const RATERS = 6;
const ITEMS = 1500;
const KILLS = 10;
/** A hang guard, ten times what DESIGN.md asks for; the times themselves are printed. */
const HANGS = 50_000;

const own = new OwnStudio();
let study: LabelStudy;
let clients: RaterClient[];

const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged.length, 0);

/** Waits until so many more labels are acknowledged: the blow falls in the middle of work, not beside it. */
async function moreAcknowledged(count: number): Promise<void> {
  const from = acknowledged();
  for (let waited = 0; acknowledged() < from + count; waited += 5) {
    if (waited > HANGS) throw new Error(`Labelling stands still at ${from}:\n${own.studio.output().slice(-2000)}`);
    await sleep(5);
  }
}

/** Every acknowledged label is there once, nothing is there that nobody sent, and the chains hold. */
async function checkStored(): Promise<void> {
  await own.inside(async () => {
    const events = await prisma().labelEvent.findMany({
      where: { studyId: study.studyId },
      select: { opId: true, raterId: true, itemId: true },
    });
    const stored = events.map((event) => event.opId);
    const there = new Set(stored);
    const acked = clients.flatMap((client) => client.acknowledged);
    const sent = new Set(clients.flatMap((client) => [...client.sent]));
    expect(there.size).toBe(stored.length);
    expect(acked.filter((opId) => !there.has(opId))).toEqual([]);
    expect(stored.filter((opId) => !sent.has(opId))).toEqual([]);
    expect(new Set(events.map((event) => `${event.raterId} ${event.itemId}`)).size).toBe(events.length);
    const labels = await prisma().label.count({ where: { studyId: study.studyId, derived: false } });
    expect(labels).toBe(events.length);
    const chains = await verifyLabelChain({ actor: { kind: "command" }, requestId: "e2e" }, { studyId: study.studyId });
    expect(chains).toMatchObject({ raters: RATERS, events: events.length, faultCount: 0 });
  });
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await own.start();
  const seed = { codebook: "citation-role", items: passages(ITEMS), k: RATERS, raters: RATERS };
  study = await own.inside(() => seedLabelStudy(seed));
});

test.afterAll(async () => {
  await own.end();
});

async function startLoad(): Promise<Promise<void>[]> {
  clients = [];
  for (const rater of study.raters) {
    clients.push(new RaterClient(own.studio.url, study.slug, await signInAt(own.studio.url, rater)));
  }

  return clients.map((client) => client.run());
}

async function endLoad(running: Promise<void>[]): Promise<void> {
  for (const client of clients) client.stop();
  await Promise.all(running);
  expect(clients.flatMap((client) => client.unexpected)).toEqual([]);
  expect(clients.flatMap((client) => client.timeless)).toEqual([]);
}

test("the server is killed ten times under load: every acknowledged label is there once", async () => {
  test.setTimeout(580_000);
  const running = await startLoad();
  const ready: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await moreAcknowledged(20 + ((kill * 37) % 60));
    await own.kill();
    ready.push(await own.start());
  }
  await moreAcknowledged(20);
  await endLoad(running);
  await checkStored();
  const times = ready.map((ms) => (ms / 1000).toFixed(2)).join(", ");
  const repeated = clients.reduce((sum, client) => sum + client.repeated, 0);
  console.log(`ready again after s: ${times}; ${acknowledged()} acknowledged, ${repeated} requests sent again`);
  expect(Math.max(...ready)).toBeLessThan(HANGS);
});

test("the database is killed under load: later, not lost, and it goes on without a restart", async () => {
  test.setTimeout(240_000);
  const before = clients;
  const running = await startLoad();
  clients.push(...before);
  const pid = own.studio.process.pid;
  for (let kill = 0; kill < 3; kill += 1) {
    await moreAcknowledged(30);
    own.killPostmaster();
    const begin = performance.now();
    await moreAcknowledged(10);
    console.log(
      `labels acknowledged again ${((performance.now() - begin) / 1000).toFixed(2)} s after the database died`,
    );
  }
  await endLoad(running);
  expect(own.studio.process.exitCode).toBeNull();
  expect(own.studio.process.pid).toBe(pid);
  await checkStored();
});
