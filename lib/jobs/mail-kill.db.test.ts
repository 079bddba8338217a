import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { changeMessage } from "@/lib/campaigns/change-message";
import { changeCampaignState } from "@/lib/campaigns/change-state";
import { createCampaign } from "@/lib/campaigns/create-campaign";
import { createInvitations } from "@/lib/campaigns/create-invitations";
import { importFocalPapers } from "@/lib/campaigns/import-focal-papers";
import { listMessages } from "@/lib/campaigns/list-messages";
import { queueMessages } from "@/lib/campaigns/queue-messages";
import { disconnect, prisma } from "@/lib/db/client";
import { childEnv, env, projectRoot } from "@/lib/env";
import { COMMAND, makeStudy } from "@/lib/labels/test-study";
import { startSmtp } from "@/lib/mail/test-server";
import { SEED_TEXTS } from "@/prisma/seed/seed-campaign";

const PEOPLE = 500;
const KILLS = 5;
const outfile = path.join(projectRoot(), ".cache/test", `mail-worker-${process.pid}.mjs`);

afterAll(async () => {
  fs.rmSync(outfile, { force: true });
  delete process.env.ASSAY_SMTP_URL;
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
  await disconnect();
});

async function campaignOf(people: number): Promise<{ studyId: string; campaignId: string }> {
  const { studyId } = await makeStudy();
  const { campaignId } = await createCampaign(COMMAND, {
    ...{ studyId, name: "Many", contact: "x", senderEmail: "roots@assay.invalid", texts: SEED_TEXTS },
  });
  async function* bytes() {
    for (let i = 0; i < people; i += 1) {
      const paper = {
        focal_corpusid: String(i + 1),
        title: `Paper ${i}`,
        "e-mail": `a${i}@uni.invalid`,
        references: [],
      };
      yield new TextEncoder().encode(`${JSON.stringify(paper)}\n`);
    }
  }
  await importFocalPapers(COMMAND, { studyId, campaignId, fileName: "many.jsonl", bytes: bytes() });
  await changeCampaignState(COMMAND, { studyId, campaignId, state: "open" });
  await createInvitations(COMMAND, { studyId, campaignId });

  return { studyId, campaignId };
}

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [outfile, env().DATABASE_URL ?? "", "2"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: childEnv({ ASSAY_SMTP_RATE: "6000", ASSAY_SMTP_URL: process.env.ASSAY_SMTP_URL }),
  });
  await once(child.stdout ?? child, "data");

  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A lease of two seconds, and the next try at once, for the jobs that a killed process had. */
async function hurry(): Promise<void> {
  await prisma().$executeRaw`
    UPDATE pgboss.job SET expire_in = interval '2 seconds', retry_delay = 0, retry_backoff = false, retry_limit = 50,
      start_after = now() WHERE name = 'mail.send'`;
}

async function jobsLeft(): Promise<number> {
  const rows = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail.send' AND state < 'completed'`;

  return rows[0]?.n ?? 0;
}

test("killed again and again while sending 500 invitations: none twice, and each that is not sure is named", async () => {
  const server = await startSmtp();
  process.env.ASSAY_SMTP_URL = server.url;
  await build({
    entryPoints: [path.join(projectRoot(), "lib/jobs/test-mail-worker.ts")],
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile, logLevel: "error" },
  });
  const scope = await campaignOf(PEOPLE);
  expect(await queueMessages(COMMAND, { ...scope, action: "invite" })).toEqual({ queued: PEOPLE, left: [] });
  await hurry();
  const killedAt: number[] = [];
  for (let i = 0; i < KILLS; i += 1) {
    const before = server.received.length;
    const child = await startWorker();
    await expect.poll(() => server.received.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    await sleep(randomInt(100));
    await kill(child);
    killedAt.push(server.received.length);
    await hurry();
  }
  const child = await startWorker();
  await expect.poll(jobsLeft, { timeout: 240_000, interval: 500 }).toBe(0);
  const { counts, rows } = await listMessages(COMMAND, { ...scope, state: "unsure", take: 500 });
  const arrived = (id: string) => server.received.filter((mail) => mail.messageId.startsWith(id)).length;
  const lost = rows.filter(({ messageId }) => arrived(messageId) === 0);
  console.log(
    `${killedAt} received at the kills; ${counts.sent} sent, ${rows.length} unsure, ${lost.length} of them lost`,
  );
  expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(server.received.length);
  expect(counts).toMatchObject({ queued: 0, failed: 0, bounced: 0, sending: 0 });
  expect(counts.sent + counts.unsure).toBe(PEOPLE);
  expect(counts.unsure).toBeLessThanOrEqual(4 * KILLS); // No more than a process sends at once.
  expect(server.received).toHaveLength(PEOPLE - lost.length);

  // A person asks those: who has it has it, and the others get the same message.
  for (const { messageId } of rows) {
    await changeMessage(COMMAND, { ...scope, messageId, action: arrived(messageId) ? "arrived" : "again" });
  }
  await expect.poll(jobsLeft, { timeout: 60_000, interval: 500 }).toBe(0);
  await kill(child);
  expect(server.received.map((mail) => mail.to[0]).toSorted()).toEqual(
    Array.from({ length: PEOPLE }, (_, i) => `a${i}@uni.invalid`).toSorted(),
  );
  expect((await listMessages(COMMAND, scope)).counts.sent).toBe(PEOPLE);
  await server.close();
}, 400_000);
