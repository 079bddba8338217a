import type { JobHandlers } from "./workers";

/**
 * What runs the jobs of each name. A handler loads its verb when it is first called, so that a start does not wait for
 * it: `(payload, job) => (await import("@/lib/…/verb")).verb(job.ctx, payload)`. Names without a handler wait.
 */
export const handlers: JobHandlers = {
  "release.build": async (payload, job) => {
    await (await import("@/lib/releases/build-release")).buildRelease(job.ctx, payload);
  },
  nightly: async (_, { ctx }) => {
    await (await import("./nightly")).runNightly(ctx);
  },
  "mail.send": async (payload, { ctx, last, signal }) => {
    await (await import("@/lib/campaigns/send-message")).sendMessage(ctx, payload, { last, signal });
  },
  "corpus.read": async (payload, { ctx, last, signal }) => {
    await (await import("@/lib/imports/import-documents")).importDocuments(ctx, payload, { last, signal });
  },
};
