import { type Command, parseCommand, printTable } from "@/bin/command";
import { isBuilt } from "@/bin/start/build";
import { check, checkDatabase } from "@/lib/db/checkup";
import { serverBinaries } from "@/lib/db/supervisor/binaries";
import { places } from "@/lib/db/supervisor/places";
import { env } from "@/lib/env";

export const command: Command = {
  name: "doctor",
  summary: "check this installation",
  usage: `
assay doctor    Node, the database and its settings, migrations, jobs that failed, secrets, disk, build; exit code 1 where one is wrong`,
  async run(args) {
    const { values } = parseCommand(args, {});
    const checks = [
      await check("node", () => `${process.versions.node} on ${process.platform}-${process.arch}`),
      await check("server binaries", () =>
        env().DATABASE_URL ? "not needed: DATABASE_URL is set" : serverBinaries(places()),
      ),
      ...(await checkDatabase()),
      await check("build", () => (isBuilt() ? "up to date" : "will be made at the next start")),
    ];
    const failed = checks.filter((entry) => !entry.ok);
    printTable(
      checks.map((entry) => ({ check: entry.check, result: entry.ok ? "ok" : "WRONG", note: entry.note })),
      { json: values.json },
    );
    return failed.length === 0 ? 0 : 1;
  },
};
