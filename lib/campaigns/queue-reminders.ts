import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { mailSettings } from "@/lib/mail/settings";
import { missingForMail } from "./mail-ready";
import { planReminder } from "./message-rule";
import { queueFor } from "./queue-messages";

/** For a nightly job: the reminders that are due by the rule of each open campaign. Running it twice queues none twice. */
export async function queueReminders(ctx: ServiceContext, now = new Date()): Promise<{ queued: number }> {
  requireAdministrator(ctx);
  if (!mailSettings()) return { queued: 0 };
  const open = await database(ctx).campaign.findMany({ where: { state: "open", reminderDays: { isEmpty: false } } });
  let queued = 0;
  for (const campaign of open) {
    const run = withTransaction(
      ctx,
      async (tx, inside) => {
        if ((await missingForMail(tx, campaign, now)).length > 0) return 0;
        const plan = (one: Parameters<typeof planReminder>[0]) => planReminder(one, campaign.reminderDays, now);

        return (await queueFor(tx, inside, campaign, { action: "remind by rule", plan })).queued;
      },
      { timeout: 120_000 },
    );
    queued += await run.catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "unprocessable") return 0; // Its page says what is wrong.
      throw error;
    });
  }

  return { queued };
}

/** Messages that wait without a job, as after a restore, which brings no jobs back. Those that have one are left to it. */
export async function requeueMessages(ctx: ServiceContext): Promise<{ queued: number }> {
  requireAdministrator(ctx);
  const rows = await database(ctx).$queryRaw<{ studyId: string; id: string }[]>`
    SELECT m."studyId"::text AS "studyId", m.id::text AS id FROM "Message" m
    WHERE m.state = 'queued' AND NOT EXISTS (
      SELECT 1 FROM pgboss.job j
      WHERE j.name = 'mail.send' AND j.state < 'completed' AND j.data->>'messageId' = m.id::text)`;
  for (const { studyId, id } of rows) {
    await enqueue(ctx, "mail.send", { studyId, messageId: id }, { singletonKey: id });
  }

  return { queued: rows.length };
}
