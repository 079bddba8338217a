import path from "node:path";
import { type Command, parseCommand, print, printJson, UsageError } from "@/bin/command";
import { restoreBackup } from "@/lib/db/backup/restore-backup";
import { provideDatabase } from "@/lib/db/provide";
import { secretsFolder } from "@/lib/db/supervisor/places";

export const command: Command = {
  name: "restore",
  summary: "read a backup into an empty database",
  usage: `
assay restore FOLDER    read what "assay backup" wrote; the database must be empty or hold only the demo`,
  async run(args) {
    const { values, positionals } = parseCommand(args, {});
    const [folder] = positionals;
    if (!folder || positionals.length > 1) throw new UsageError("Which backup? assay restore FOLDER");
    const secretsFile = path.join(secretsFolder(), "secrets.json");
    const database = await provideDatabase({ migrate: false });
    try {
      const manifest = await restoreBackup(path.resolve(folder), { url: database.url, secretsFile });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      if (values.json) printJson(manifest);
      else print(`Restored: ${manifest.tables.length} tables, ${rows} rows, as of ${manifest.madeAt}.`);
      return 0;
    } finally {
      await database.release();
    }
  },
};
