import type { ServiceContext } from "@/lib/context";
import { uuid7 } from "@/lib/db/uuid";
import { enqueue } from "./queue";

const HOUR = 4;

/** Puts the next night's work in the queue, once whoever asks. A studio that is off at night does it when it starts. */
export async function queueNightly(now = new Date()): Promise<string | null> {
  const ctx: ServiceContext = { actor: { kind: "job", name: "nightly" }, requestId: uuid7() };

  return enqueue(ctx, "nightly", {}, { singletonKey: "nightly", startAfter: nextNight(now) });
}

/** Four in the morning, by the clock of this machine. */
export function nextNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(HOUR, 0, 0, 0);
  if (night <= now) night.setDate(night.getDate() + 1);

  return night;
}

/** What a night has to do; each part though another fails, and the whole again where one did. */
export async function runNightly(ctx: ServiceContext): Promise<void> {
  const { expireInvitations } = await import("@/lib/campaigns/expire-invitations");
  const { queueReminders } = await import("@/lib/campaigns/queue-reminders");
  const { tendAllQueued } = await import("@/lib/imports/tend-all-queued");
  const parts = [() => expireInvitations(ctx), () => queueReminders(ctx), () => tendAllQueued(ctx)];
  const failed: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
