import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { projectRoot } from "@/lib/env";

const NO_FILTER = { externalTables: [], externalEnums: [] };

type Glue = typeof import("@prisma/schema-engine-wasm/schema_engine_bg") & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: typeof SchemaEngine;
};

let glue: Promise<Glue> | undefined;

// The package's entry imports .wasm as a module, which Node 20 and 22 do not do.
async function loadGlue(): Promise<Glue> {
  const here = createRequire(path.join(projectRoot(), "package.json"));
  const entry = here.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const loaded = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as Glue;
  const bytes = fs.readFileSync(entry.replace(/\.js$/, ".wasm"));
  const imports = { "./schema_engine_bg.js": loaded as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  loaded.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  return loaded;
}

async function openEngine(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  glue ??= loadGlue();
  const { SchemaEngine: Engine } = await glue;
  return Engine.new({ datamodels: undefined }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter));
}

/** The engine opens its adapter even where it only compares two schemas, and asks it one thing: which version it is. */
function unconnectedAdapter(): SqlMigrationAwareDriverAdapterFactory {
  const refuse = async () => {
    throw new Error("A comparison of schemas asks no database.");
  };
  const { Boolean: bool, Text: text, Int32: int } = ColumnTypeEnum;
  const connect = async () => ({
    provider: "postgres" as const,
    adapterName: "@prisma/adapter-pg",
    queryRaw: async () => ({
      columnNames: ["exists", "version", "numeric_version"],
      columnTypes: [bool, text, int],
      rows: [[true, "PostgreSQL 18.4", 180_004]],
    }),
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
    dispose: async () => undefined,
  });
  return { provider: "postgres", adapterName: "@prisma/adapter-pg", connect, connectToShadowDb: connect };
}

/**
 * adapter-pg cuts a script at each semicolon and runs the pieces one by one. Here a script is one transaction, and the
 * migration's row is marked finished in it: a row that is not finished means that nothing of the migration is there.
 */
function atomicAdapter(url: string, opened: pg.Pool[]): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg({ connectionString: url, max: 2 });
  return {
    provider: "postgres",
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect();
      const pool = adapter.underlyingDriver();
      opened.push(pool);
      adapter.executeScript = async (script) => {
        const { rows } = await pool.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found");
        // Several statements in one simple query are one transaction.
        await pool.query(rows[0]?.found ? `${script}\n;${MARK_FINISHED}` : script).catch(asDriverError);
      };
      return adapter;
    },
  };
}

function asDriverError(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = "XX000", severity = "ERROR", message, detail, column, hint } = error;
  throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
}

const MARK_FINISHED = `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1
  WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

/** SQL that turns a database of schema `from` (null: an empty one) into schema `to`; "" where they are equal. */
export async function diffSchemas(from: string | null, to: string): Promise<string> {
  const engine = await openEngine(unconnectedAdapter());
  try {
    const result = await engine.diff({
      from: from === null ? { tag: "empty" } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    const script = result.stdout ?? "";
    return script.trim() === "-- This is an empty migration." ? "" : script;
  } finally {
    engine.free();
  }
}

function datamodel(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}

/** Applies what is not applied yet, and returns the names. The caller holds the lock. */
export async function runMigrations(url: string, list: MigrationList): Promise<string[]> {
  const opened: pg.Pool[] = [];
  const engine = await openEngine(atomicAdapter(url, opened));
  try {
    return (await engine.applyMigrations({ migrationsList: list, filters: NO_FILTER })).appliedMigrationNames;
  } finally {
    engine.free();
    // The engine leaves its connections, and with them its own lock.
    await Promise.all(opened.map((pool) => pool.end()));
  }
}

export function readMigrationList(folder: string, last?: string): MigrationList {
  const names = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => last === undefined || name <= last)
    .sort();
  const lock = path.join(folder, "migration_lock.toml");
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: fs.existsSync(lock) ? fs.readFileSync(lock, "utf8") : null },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}
