import { type Command, parseCommand, print, printJson, UsageError } from "@/bin/command";
import { migrate } from "@/lib/db/migrate";
import { newMigration } from "@/lib/db/new-migration";
import { provideDatabase } from "@/lib/db/provide";
import { embeddedStatus, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { env } from "@/lib/env";

async function status(json: boolean): Promise<number> {
  const found = env().DATABASE_URL ? { running: true, external: true } : await embeddedStatus();
  if (json) printJson(found);
  else if ("external" in found) print("DATABASE_URL names a PostgreSQL of your own; Assay does not start or stop it.");
  else if (!found.running) print(`The database does not run. Its data are in ${found.data}.`);
  else
    print(
      `PostgreSQL ${found.version} runs (process ${found.pid}, ${found.clients} connections). Data: ${found.data}.`,
    );
  return 0;
}

async function stop(force: boolean): Promise<number> {
  if (env().DATABASE_URL)
    throw new UsageError("DATABASE_URL names a PostgreSQL of your own; stop it by its own means.");
  print((await stopEmbedded({ force })) ? "The database has stopped." : "The database was not running.");
  return 0;
}

async function applyAll(json: boolean): Promise<number> {
  const database = await provideDatabase({ migrate: false });
  try {
    const applied = await migrate(database.url);
    if (json) printJson({ applied });
    else print(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}.`);
    return 0;
  } finally {
    await database.release();
  }
}

async function makeNew(name: string | undefined): Promise<number> {
  if (!name) throw new UsageError("A name is missing: assay db migrate-new NAME");
  const folder = await newMigration(name);
  print(
    folder
      ? `Written: ${folder}/migration.sql. Read it, then commit it with prisma/migrations/schema.prisma.`
      : "The schema has not changed.",
  );
  return 0;
}

export const command: Command = {
  name: "db",
  summary: "status, stop, migrate, migrate-new",
  usage: `
assay db status               whether the embedded PostgreSQL runs, and who uses it
assay db stop [--force]       stop it; refused while others use it, unless forced
assay db migrate              bring the database to this version's schema
assay db migrate-new NAME     write a migration from what changed in prisma/schema.prisma`,
  async run(args) {
    const { values, positionals } = parseCommand(args, { force: { type: "boolean", default: false } });
    const [verb, name] = positionals;
    if (verb === "status") return status(values.json);
    if (verb === "stop") return stop(values.force);
    if (verb === "migrate") return applyAll(values.json);
    if (verb === "migrate-new") return makeNew(name);
    throw new UsageError(verb ? `assay db has no verb ${verb}.` : "What should be done with the database?");
  },
};
