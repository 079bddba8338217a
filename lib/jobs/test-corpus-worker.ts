import { handlers } from "./handlers";
import { startWorkers } from "./workers";

/** For tests: a process that reads papers until it is killed. Started with the database's address and the lease in seconds. */
startWorkers({
  databaseUrl: process.argv[2] ?? "",
  lease: Number(process.argv[3]),
  handlers: { "corpus.read": handlers["corpus.read"] },
});
process.stdout.write("working\n");
