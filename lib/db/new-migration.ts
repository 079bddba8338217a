import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { migrationsFolder } from "./migrate";
import { diffSchemas } from "./schema-engine";

/** The schema as of the last migration, committed: what new migrations are diffed from, without a shadow database. */
export function lastSchemaFile(): string {
  return path.join(migrationsFolder(), "schema.prisma");
}

export function schemaFile(): string {
  return path.join(projectRoot(), "prisma/schema.prisma");
}

/** Writes prisma/migrations/<time>_<name>/migration.sql; returns its folder, or null where nothing changed. */
export async function newMigration(name: string, now = new Date()): Promise<string | null> {
  if (!/^[a-z0-9_]{1,60}$/.test(name)) {
    throw new ServiceError("bad_input", "A migration's name is of a-z, 0-9 and _, at most 60 characters.");
  }
  const last = fs.existsSync(lastSchemaFile()) ? fs.readFileSync(lastSchemaFile(), "utf8") : null;
  const next = fs.readFileSync(schemaFile(), "utf8");
  const sql = await diffSchemas(last, next);
  if (sql === "") {
    if (last !== next) fs.writeFileSync(lastSchemaFile(), next);
    return null;
  }
  const stamp = now.toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(migrationsFolder(), `${stamp}_${name}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "migration.sql"), sql);
  fs.writeFileSync(path.join(migrationsFolder(), "migration_lock.toml"), 'provider = "postgresql"\n');
  fs.writeFileSync(lastSchemaFile(), next);
  return folder;
}
