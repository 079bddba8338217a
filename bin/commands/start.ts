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

/** The first signal asks for an orderly end, the second for one at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (asked) process.exit(130);
        asked = true;
        resolve();
      });
    }
  });
}
