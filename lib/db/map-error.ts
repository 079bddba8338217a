import { ServiceError } from "@/lib/errors";
import { storageFull } from "./disk-guard";

export type UniqueViolation = { table: string | undefined; index: string | undefined; fields: string[] };

type Cause = {
  kind?: string;
  originalCode?: string;
  originalMessage?: string;
  table?: string;
  constraint?: { index?: string; fields?: string[] };
};

const CONNECTION_CODES = new Set([
  ...["ECONNRESET", "ECONNREFUSED", "EPIPE", "ENOENT", "ETIMEDOUT", "ENOTFOUND"],
  ...["57P01", "57P02", "57P03", "57P05", "53300", "P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"],
]);

const CONNECTION_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "TransactionAlreadyClosed",
]);

const CONNECTION_WORDS =
  /connection terminated|connection ended|not queryable|timeout exceeded when trying to connect|write EPIPE|server has closed the connection|already been closed/i;

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The adapter's account of the error: Prisma 7 keeps it at meta.driverAdapterError.cause, the adapter's own at cause. */
function causeOf(error: unknown): Cause {
  const cause = field(field(field(error, "meta"), "driverAdapterError"), "cause") ?? field(error, "cause");
  return typeof cause === "object" && cause !== null ? (cause as Cause) : {};
}

/** PostgreSQL's five characters, from Prisma's errors and from pg's alike. */
export function sqlState(error: unknown): string | undefined {
  const code = causeOf(error).originalCode ?? text(field(error, "code"));
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code) ? code : undefined;
}

/** Which unique key refused the row, or null where the error is another one. */
export function uniqueViolation(error: unknown): UniqueViolation | null {
  const cause = causeOf(error);
  if (text(field(error, "code")) !== "P2002" && sqlState(error) !== "23505") return null;
  return {
    table: cause.table ?? text(field(error, "table")),
    index: cause.constraint?.index ?? text(field(error, "constraint")),
    fields: cause.constraint?.fields ?? [],
  };
}

/** Two transactions wanted the same rows in different orders; the same one again will go through. */
export function isSerializationConflict(error: unknown): boolean {
  const state = sqlState(error);
  const kind = causeOf(error).kind;
  const code = text(field(error, "code"));
  return code === "P2034" || kind === "TransactionWriteConflict" || state === "40001" || state === "40P01";
}

export function isConnectionLost(error: unknown): boolean {
  const cause = causeOf(error);
  const codes = [text(field(error, "code")), cause.originalCode, text(field(cause, "code"))];
  if (codes.some((code) => code !== undefined && (CONNECTION_CODES.has(code) || code.startsWith("08")))) return true;
  if (cause.kind !== undefined && CONNECTION_KINDS.has(cause.kind)) return true;
  const words = `${text(field(error, "message")) ?? ""} ${text(field(cause, "message")) ?? ""}`;
  return CONNECTION_WORDS.test(words);
}

/**
 * The database's errors that a person can act on, as ServiceErrors; anything else comes back as it was. Verbs that
 * expect a unique violation ask `uniqueViolation` first and say it in their own words.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const state = sqlState(error);
  if (state === "53100" || text(field(error, "code")) === "ENOSPC") {
    return storageFull();
  }
  const unique = uniqueViolation(error);
  if (unique) {
    return new ServiceError("conflict", "Not saved: this exists already.", {
      extra: { table: unique.table, index: unique.index },
    });
  }
  // Nothing of the schema restricts by foreign key: only the triggers of finished releases say this.
  if (state === "23001") {
    return new ServiceError(
      "conflict",
      "Nothing was changed: a finished release stays as it is, with all its files. Make a new release, or a patch of it.",
    );
  }
  if (isSerializationConflict(error)) {
    return new ServiceError("unavailable", "Not saved: too many people wrote the same record at once. Try again.", {
      retryAfter: 1,
    });
  }
  if (state === "22021" || state === "22P05") {
    return new ServiceError("bad_input", "Not saved: the text holds a character that cannot be stored (U+0000).");
  }
  if (isConnectionLost(error)) {
    return new ServiceError("unavailable", "The database cannot be reached just now. Try again in a moment.", {
      retryAfter: 2,
    });
  }
  return error;
}
