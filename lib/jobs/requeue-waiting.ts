import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { enqueue } from "./queue";

export type Requeued = { releases: number; imports: number; messages: number };

/**
 * Queues again what waits for a job that is not there: a restore brings no jobs back, and a command may be killed while
 * it makes a release. What has failed for good is left to people. Running it twice queues nothing twice.
 */
export async function requeueWaiting(): Promise<Requeued> {
  const ctx: ServiceContext = { actor: { kind: "job", name: "requeue" }, requestId: uuid7() };
  const { requeueMessages } = await import("@/lib/campaigns/queue-reminders");
  const releases = await releasesWithoutJob(ctx);
  for (const { studyId, id } of releases) {
    await enqueue(ctx, "release.build", { studyId, releaseId: id }, { singletonKey: id });
  }
  const imports = await importsWithoutJob(ctx);
  for (const { studyId, id } of imports) {
    await enqueue(ctx, "corpus.read", { studyId, importId: id }, { singletonKey: id });
  }
  const { queued } = await requeueMessages(ctx);

  return { releases: releases.length, imports: imports.length, messages: queued };
}

type Waiting = { studyId: string; id: string };

function releasesWithoutJob(ctx: ServiceContext): Promise<Waiting[]> {
  return database(ctx).$queryRaw<Waiting[]>`
    SELECT r."studyId"::text AS "studyId", r.id::text AS id FROM "Release" r
    WHERE r.state = 'building' AND NOT EXISTS (
      SELECT 1 FROM pgboss.job j WHERE j.name = 'release.build' AND j.state NOT IN ('completed', 'cancelled')
        AND j.data->>'releaseId' = r.id::text)`;
}

function importsWithoutJob(ctx: ServiceContext): Promise<Waiting[]> {
  return database(ctx).$queryRaw<Waiting[]>`
    SELECT i."studyId"::text AS "studyId", i.id::text AS id FROM "Import" i
    WHERE i.state = 'queued' AND NOT EXISTS (
      SELECT 1 FROM pgboss.job j WHERE j.name = 'corpus.read' AND j.state NOT IN ('completed', 'cancelled')
        AND j.data->>'importId' = i.id::text)`;
}
