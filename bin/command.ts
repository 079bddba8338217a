import { type ParseArgsConfig, parseArgs } from "node:util";
import type { ServiceContext } from "@/lib/context";
import { NoServerForPlatform } from "@/lib/db/supervisor/binaries";
import { uuid7 } from "@/lib/db/uuid";
import { explainParseError, ServiceError } from "@/lib/errors";

/** One command a file in bin/commands/; its line in bin/commands/list.ts loads it when it is called. */
export type Command = {
  name: string;
  summary: string;
  /** The lines of `assay NAME --help`. */
  usage: string;
  /** Answers the exit code: 0 done, 1 failed, 2 asked wrongly. */
  run(args: string[]): Promise<number>;
};

/** Asked wrongly: the message and the command's usage go to stderr, exit code 2. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** node:util's parseArgs, strict, with `--json`; faults become UsageErrors. */
export function parseCommand<const O extends Options>(args: string[], options: O) {
  const all = { json: { type: "boolean" as const, default: false as boolean }, ...options };
  try {
    return parseArgs({ args, options: all, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Whoever may run commands on this machine may read its data folder anyway: commands act with full rights. */
export function commandContext(): ServiceContext {
  return { actor: { kind: "command" }, requestId: uuid7() };
}

/** Runs `fn` with a database at this version's schema, and leaves it afterwards. */
export async function withDatabase<T>(fn: (ctx: ServiceContext) => Promise<T>): Promise<T> {
  const { provideDatabase } = await import("@/lib/db/provide");
  const database = await provideDatabase();
  try {
    return await fn(commandContext());
  } finally {
    await database.release();
  }
}

/** For people: columns padded, numbers to the right. For scripts (`json`): the rows as one JSON array. */
export function printTable(rows: Record<string, unknown>[], options: { json?: boolean; empty?: string } = {}): void {
  const first = rows[0];
  if (options.json) printJson(rows);
  else if (!first) print(options.empty ?? "Nothing.");
  else printColumns(rows, Object.keys(first));
}

function printColumns(rows: Record<string, unknown>[], columns: string[]): void {
  const cells = rows.map((row) => columns.map((column) => cell(row[column])));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((line) => line[i]?.length ?? 0)));
  const toRight = columns.map((column) => rows.every((row) => ["number", "bigint"].includes(typeof row[column])));
  const line = (texts: string[]) =>
    texts
      .map((text, i) => (toRight[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  print(line(columns));
  print(line(widths.map((width) => "-".repeat(width))));
  for (const texts of cells) print(line(texts));
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner), 2));
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What went wrong, to stderr; answers the exit code. */
export function printError(thrown: unknown, command?: Command): number {
  const error = explainParseError(thrown);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  if (error instanceof UsageError) {
    say(error.message);
    if (command) say(`\n${command.usage.trim()}`);
    return 2;
  }
  if (!(error instanceof ServiceError)) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
  say(error.message);
  const { faults = [], total = faults.length } = error.details;
  for (const { file, line, column, reason } of faults) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    say(place ? `${place}: ${reason}` : reason);
  }
  if (total > faults.length) say(`… ${faults.length} of ${total} faults shown.`);
  return error instanceof NoServerForPlatform ? 2 : 1;
}
