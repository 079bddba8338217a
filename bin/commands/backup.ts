import path from "node:path";
import { type Command, parseCommand, print, printJson, UsageError, withDatabase } from "@/bin/command";
import { writeBackup } from "@/lib/db/backup/write-backup";
import { secretsFolder } from "@/lib/db/supervisor/places";

function defaultName(now: Date): string {
  return `assay-backup-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
}

export const command: Command = {
  name: "backup",
  summary: "write all data to a folder",
  usage: `
assay backup [FOLDER]    all tables as they are at one moment, with a manifest and sha-256 of each, and the secrets

The studio may go on running. The folder holds secrets and answers: keep it as private as the data folder.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, {});
    if (positionals.length > 1) throw new UsageError("One folder, please.");
    const folder = path.resolve(positionals[0] ?? defaultName(new Date()));
    const secretsFile = path.join(secretsFolder(), "secrets.json");
    const manifest = await withDatabase(() => writeBackup(folder, { secretsFile }));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (values.json) printJson({ folder, ...manifest });
    else print(`Written: ${folder} (${manifest.tables.length} tables, ${rows} rows).`);
    return 0;
  },
};
