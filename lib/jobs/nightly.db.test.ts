import { afterAll, afterEach, expect, test } from "vitest";
import { changeCampaignState } from "@/lib/campaigns/change-state";
import { listInvitations } from "@/lib/campaigns/list-invitations";
import { listMessages } from "@/lib/campaigns/list-messages";
import { queueMessages } from "@/lib/campaigns/queue-messages";
import { disconnect, prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { makeCampaign } from "@/lib/endorsements/test-campaign";
import { env } from "@/lib/env";
import { queueDocuments } from "@/lib/imports/queue-documents";
import { newStudy } from "@/lib/imports/test-study";
import { COMMAND } from "@/lib/labels/test-study";
import { startSmtp } from "@/lib/mail/test-server";
import { handlers } from "./handlers";
import { nextNight, queueNightly, runNightly } from "./nightly";
import { startWorkers } from "./workers";

afterEach(async () => {
  delete process.env.ASSAY_SMTP_URL;
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
});
afterAll(disconnect);

async function* paper() {
  yield new TextEncoder().encode("# A paper\n\nWe follow [1].\n");
}

type JobRow = { id: string; state: string; start: Date };

async function nightlyJobs(): Promise<JobRow[]> {
  return prisma().$queryRaw<JobRow[]>`
    SELECT id::text, state::text, start_after AS start FROM pgboss.job WHERE name = 'nightly' ORDER BY created_on`;
}

test("the next night is at four, today or tomorrow", () => {
  expect(nextNight(new Date(2026, 2, 1, 3, 59))).toEqual(new Date(2026, 2, 1, 4, 0));
  expect(nextNight(new Date(2026, 2, 1, 4, 0))).toEqual(new Date(2026, 2, 2, 4, 0));
  expect(nextNight(new Date(2026, 1, 28, 23, 0))).toEqual(new Date(2026, 2, 1, 4, 0));
});

test("a night: what is over expires, who is due is reminded by mail, what waits without a job is sent; then the next night waits", async () => {
  const server = await startSmtp();
  process.env.ASSAY_SMTP_URL = server.url;
  process.env.ASSAY_SMTP_RATE = "6000";
  const over = await makeCampaign();
  const running = await makeCampaign();
  const restored = await makeCampaign();
  const scopeOf = (one: typeof over) => ({ studyId: one.studyId, campaignId: one.campaignId });
  await changeCampaignState(COMMAND, { ...scopeOf(over), state: "closed" });
  for (const one of [running, restored]) await queueMessages(COMMAND, { ...scopeOf(one), action: "invite" });
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
  // The first person of `running` was invited by mail eight days ago; the rule says 7 and 14.
  const invitationId = running.invitations[0]?.invitationId;
  const then = new Date(Date.now() - 8 * 86_400_000);
  const { studyId } = running;
  await prisma().message.updateMany({
    where: { studyId, invitationId },
    data: { state: "sent", sentAt: then, queuedAt: then },
  });
  await prisma().invitation.updateMany({ where: { studyId, id: invitationId }, data: { state: "sent", sentAt: then } });

  expect(await queueNightly(new Date(Date.now() - 86_400_000))).not.toBeNull();
  expect(await queueNightly()).toBeNull();
  await prisma().$executeRaw`UPDATE pgboss.job SET start_after = now() - interval '1 hour' WHERE name = 'nightly'`;
  const workers = startWorkers({ databaseUrl: env().DATABASE_URL ?? "", handlers });
  await expect.poll(async () => (await nightlyJobs())[0]?.state, { timeout: 30_000 }).toBe("completed");
  // Other tests' campaigns of this database may be due tonight too.
  const ours = new Set([...running.invitations, ...restored.invitations].map(({ email }) => email));
  const received = () => server.received.filter((mail) => ours.has(mail.to[0] ?? ""));
  await expect.poll(() => received().length, { timeout: 30_000 }).toBe(6);
  const expired = await listInvitations(COMMAND, scopeOf(over));
  expect(expired.rows.map((row) => row.state)).toEqual(["expired", "expired", "expired"]);
  const { rows } = await listMessages(COMMAND, scopeOf(running));
  expect(rows.map((row) => row.kind).toSorted()).toEqual(["invite", "invite", "invite", "reminder1"]);
  const reminded = received().filter((mail) => /^Subject: A reminder/m.test(mail.source));
  expect(reminded.map((mail) => mail.to[0])).toEqual([running.invitations[0]?.email]);
  await queueNightly();
  const waiting = (await nightlyJobs()).filter((row) => row.state === "created");
  expect(waiting).toHaveLength(1);
  expect(waiting[0]?.start.getTime()).toBe(nextNight(new Date()).getTime());
  await workers.stop(10_000);
  await server.close();
});

test("an import whose job was given up is ended by night, in every study; one that waits for its job is left to it", async () => {
  const [given, waiting] = [await newStudy("citation-role"), await newStudy("citation-role")];
  const importIds = new Map<string, string>();
  for (const studyId of [given, waiting]) {
    const { importId } = await queueDocuments(COMMAND, { studyId, files: [{ name: "a.md", bytes: paper() }] });
    importIds.set(studyId, importId);
  }
  await prisma().$executeRaw`
    UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE data->>'importId' = ${importIds.get(given)}`;
  await runNightly({ actor: { kind: "job", name: "nightly" }, requestId: uuid7() });
  const rows = await prisma().import.findMany({ where: { studyId: { in: [given, waiting] } } });
  const stateOf = (studyId: string) => rows.find((row) => row.studyId === studyId);
  expect(stateOf(given)).toMatchObject({
    ...{ state: "refused", faultCount: 1 },
    faults: [{ reason: expect.stringMatching(/^The server stopped each time .* Nothing of them was stored/) }],
  });
  expect(stateOf(waiting)).toMatchObject({ state: "queued", faultCount: 0 });
  expect(await prisma().stagedFile.count({ where: { studyId: given } })).toBe(0);
  expect(await prisma().stagedFile.count({ where: { studyId: waiting } })).toBe(1);
  const jobs = await prisma().$queryRaw<{ id: string }[]>`
    SELECT data->>'importId' AS id FROM pgboss.job WHERE name = 'corpus.read' AND state = 'created'`;
  expect(jobs).toEqual([{ id: importIds.get(waiting) }]);
});
