const WRITTEN = new Set(["data", "create", "update"]);

/**
 * Prisma drops a condition whose value is undefined, so that `where: { raterId: undefined }` means every rater.
 * Here that is an error. Written data is left alone: there undefined means "do not set".
 */
export function assertStrictWhere(operation: string, args: unknown): void {
  visit(operation, args, false, "");
}

function visit(operation: string, value: unknown, inWhere: boolean, path: string): void {
  if (value === undefined && inWhere) {
    throw new TypeError(`${operation}: the condition ${path} is undefined and would match every row.`);
  }
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) visit(operation, entry, inWhere, `${path}[${i}]`);
    return;
  }
  if (!isPlain(value)) return;
  for (const [key, entry] of Object.entries(value)) {
    if (!inWhere && WRITTEN.has(key)) continue;
    if (key === "where" && entry === undefined) continue;
    visit(operation, entry, inWhere || key === "where", path === "" ? key : `${path}.${key}`);
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
