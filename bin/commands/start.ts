import { type Command, parseCommand, print } from "@/bin/command";
import { runStudio } from "@/bin/start/run-studio";

export const command: Command = {
  name: "start",
  summary: "run the studio",
  usage: `
assay start [--dev]      find or start the database, migrate, build where needed, serve

PORT, ASSAY_HOST         where to listen (127.0.0.1:3000)
ASSAY_URL                the public address, where a proxy stands in front
DATABASE_URL             a PostgreSQL >= 15 of your own
ASSAY_DATA               the data folder (.assay/)
ASSAY_DEMO=0             no demo study in an empty database`,
  async run(args) {
    const { values } = parseCommand(args, { dev: { type: "boolean", default: false } });
    const stopped = stopSignal();
    const studio = await runStudio(values.dev, print);
    print(`Assay runs at ${studio.url}`);
    if (studio.adminLink) print(`The first administrator joins here (once, within 7 days): ${studio.adminLink}`);
    await stopped;
    print("Stopping: requests that run may finish …");
    await studio.stop();
    print("Stopped.");
    process.exit(0);
  },
};

/** npm passes on a signal that the whole group has had already, so the same one may come twice. */
const ECHO = 2_000;

/** The first signal asks for an orderly end; one that comes later, for an end at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > ECHO) process.exit(130);
        askedAt ??= performance.now();
        resolve();
      });
    }
  });
}
