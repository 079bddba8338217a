import { afterAll, afterEach, expect, test } from "vitest";
import { listMessages } from "@/lib/campaigns/list-messages";
import { queueMessages } from "@/lib/campaigns/queue-messages";
import { checkDatabase } from "@/lib/db/checkup";
import { disconnect, prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { makeCampaign } from "@/lib/endorsements/test-campaign";
import { queueDocuments } from "@/lib/imports/queue-documents";
import { newStudy } from "@/lib/imports/test-study";
import { COMMAND } from "@/lib/labels/test-study";
import { requeueWaiting } from "./requeue-waiting";

afterEach(async () => {
  delete process.env.ASSAY_SMTP_URL;
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
});
afterAll(disconnect);

async function jobs(): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ name: string; id: string }[]>`
    SELECT name, coalesce(data->>'releaseId', data->>'importId', data->>'messageId') AS id FROM pgboss.job
    WHERE state = 'created'`;

  return rows.map(({ name, id }) => `${name} ${id}`).toSorted();
}

async function* bytes() {
  yield new TextEncoder().encode("# A paper\n\nWe follow [1].\n");
}

async function makeReleaseRow(studyId: string, state: "building" | "failed" | "ready"): Promise<string> {
  const id = uuid7();
  await prisma().release.create({
    data: {
      ...{ studyId, id, state, version: `0.0.0-${id}`, plan: {}, profile: "public" },
    },
  });

  return id;
}

test("after a restore, what waits without a job gets one; what failed or is done does not, and asking twice adds none", async () => {
  process.env.ASSAY_SMTP_URL = "smtp://127.0.0.1:1";
  const studyId = await newStudy("citation-role");
  const campaign = await makeCampaign();
  const scope = { studyId: campaign.studyId, campaignId: campaign.campaignId };
  await queueMessages(COMMAND, { ...scope, action: "invite" });
  const { importId } = await queueDocuments(COMMAND, { studyId, files: [{ name: "a.md", bytes: bytes() }] });
  const building = await makeReleaseRow(studyId, "building");
  await makeReleaseRow(studyId, "failed");
  await makeReleaseRow(studyId, "ready");
  await prisma().$executeRaw`DELETE FROM pgboss.job`; // No backup holds them.

  await requeueWaiting();
  const { rows } = await listMessages(COMMAND, scope);
  expect(rows).toHaveLength(3);
  const expected = [
    `corpus.read ${importId}`,
    `release.build ${building}`,
    ...rows.map(({ messageId }) => `mail.send ${messageId}`),
  ];
  const found = await jobs();
  expect(expected.filter((one) => !found.includes(one))).toEqual([]);
  expect(await requeueWaiting()).toEqual({ releases: 0, imports: 0, messages: 0 });
  expect(await jobs()).toEqual(found);
  const ofStudy = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE data->>'studyId' = ${studyId}`;
  expect(ofStudy[0]?.n).toBe(2);

  // Its last attempt has failed: people decide.
  await prisma()
    .$executeRaw`UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = '{"message":"Disk is full."}'
    WHERE data->>'releaseId' = ${building}`;
  expect(await requeueWaiting()).toEqual({ releases: 0, imports: 0, messages: 0 });
  const note = (await checkDatabase()).find(({ check }) => check === "jobs");
  expect(note).toMatchObject({
    ok: true,
    note: expect.stringMatching(/^failed in the last 30 days: release\.build .*Disk is full\.$/),
  });
  await prisma().study.deleteMany({ where: { id: { in: [studyId, campaign.studyId] } } });
});
