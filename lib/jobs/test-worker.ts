import { prisma } from "@/lib/db/client";
import { startWorkers } from "./workers";

/** For tests: a process whose one worker begins a job, says so, and never ends it. Started with the lease in seconds. */
startWorkers({
  databaseUrl: process.argv[2] ?? "",
  lease: Number(process.argv[3]),
  handlers: {
    "corpus.read": async ({ importId }) => {
      await prisma().$queryRaw`SELECT 1`;
      process.stdout.write(`${importId}\n`);
      await new Promise(() => undefined);
    },
  },
});
