import { handlers } from "./handlers";
import { startWorkers } from "./workers";

/** For tests: a process that freezes releases until it is killed. Started with the database's address and the lease in seconds. */
startWorkers({
  databaseUrl: process.argv[2] ?? "",
  lease: Number(process.argv[3]),
  handlers: { "release.build": handlers["release.build"] },
});
process.stdout.write("working\n");
