import type { ServiceContext } from "@/lib/context";
import type { Bulk } from "@/lib/db/copy";
import type { Sql } from "@/lib/db/sql";
import { sql } from "@/lib/db/sql";
import type { UploadedBytes } from "./uploaded-bytes";

export function creatorOf(ctx: ServiceContext): string | null {
  return ctx.actor.kind === "user" ? ctx.actor.userId : null;
}

const SHOWN = 100;

/** Rows of a staging table that repeat an earlier one (columns what, line, first): each named with both lines. */
export async function noteRepeats(
  bulk: Bulk,
  upload: UploadedBytes,
  repeats: Sql,
  reason: (what: string) => string,
): Promise<void> {
  const rows = await bulk.rows<{ what: string; line: number; first: number; total: number }>(sql`
    SELECT r.what, r.line, r.first, count(*) OVER ()::int AS total FROM (${repeats}) r ORDER BY r.line LIMIT ${SHOWN}`);
  for (const { what, line, first } of rows) upload.fault(line, `${reason(what)}: lines ${first} and ${line}.`);
  uncounted(upload, rows);
}

/** Faults beyond those shown are counted too. */
export function uncounted(upload: UploadedBytes, rows: readonly { total: number }[]): void {
  upload.faults.total += Math.max((rows[0]?.total ?? 0) - rows.length, 0);
}
