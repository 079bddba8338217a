import { z } from "zod";
import type { QUEUES } from "@/lib/db/job-tables";

/**
 * What a job of each name carries: ids alone, since what they name is read when the job runs. `atOnce`: how many of them
 * one process runs together. After a failure it is tried `retries` times more, first after `delay` seconds and each time
 * after twice as long.
 */
export const JOBS = {
  "release.build": { payload: z.strictObject({ studyId: z.uuid(), releaseId: z.uuid() }), ...plan(1, 3, 10) },
  "mail.send": { payload: z.strictObject({ studyId: z.uuid(), messageId: z.uuid() }), ...plan(4, 8, 30) },
  nightly: { payload: z.strictObject({}), ...plan(1, 5, 300) },
  "corpus.read": { payload: z.strictObject({ studyId: z.uuid(), importId: z.uuid() }), ...plan(1, 3, 10) },
} satisfies Record<(typeof QUEUES)[number], { payload: z.ZodType<object> } & Plan>;

type Plan = { atOnce: number; retries: number; delay: number };

function plan(atOnce: number, retries: number, delay: number): Plan {
  return { atOnce, retries, delay };
}

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]["payload"]>;
