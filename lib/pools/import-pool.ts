import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { readTable } from "@/lib/corpus/read-table";
import { type Bulk, withBulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { creatorOf, noteRepeats } from "./internal";
import { poolRow } from "./pool-row";
import { ImportPoolInput } from "./schema";
import { UploadedBytes } from "./uploaded-bytes";
import type { PoolView, UploadNotice } from "./wire";

/** A pool from one file: all of its papers or, with a list of what is wrong by line, none. */
export async function importPool(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ pool: PoolView; notices: UploadNotice[] }> {
  const { studyId, name, file } = ImportPoolInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const upload = new UploadedBytes(file);
  const poolId = uuid7();

  return withBulk(async (bulk) => {
    const [known] = await bulk.rows(sql`SELECT 1 FROM "Pool" WHERE "studyId" = ${studyId}::uuid AND name = ${name}`);
    if (known)
      throw new ServiceError("conflict", `There is a pool ${name} already. Delete it first, or take another name.`);
    const columns = { line: "integer", corpusId: "text", title: "text", titleKey: "text", year: "integer" } as const;
    const more = { doi: "text", arxivId: "text", authors: "json", venue: "text", publishedOn: "text" } as const;
    const size = await bulk.stage("pool_rows", { ...columns, ...more }, poolRows(upload));
    await noteRepeats(
      bulk,
      upload,
      sql`SELECT "corpusId" AS what, line, first FROM (
        SELECT "corpusId", line, min(line) OVER (PARTITION BY "corpusId") AS first FROM pool_rows) r WHERE line > first`,
      (id) => `The paper ${id} stands twice`,
    );
    if (size === 0 && upload.faults.total === 0) upload.fault(undefined, "There are no papers in here.");
    upload.refuseFaults();
    const sha256 = upload.sha256();
    await bulk.execute(sql`
      INSERT INTO "Pool" ("studyId", id, name, "fileName", sha256, bytes, size, "createdById")
      VALUES (${studyId}::uuid, ${poolId}::uuid, ${name}, ${file.name}, ${sha256}, ${upload.size}, ${size}, ${creatorOf(ctx)}::uuid)`);
    await bulk.execute(sql`
      INSERT INTO "PoolEntry" ("studyId", "poolId", "corpusId", title, "titleKey", year, doi, "arxivId", authors, venue, "publishedOn")
      SELECT ${studyId}::uuid, ${poolId}::uuid, "corpusId", title, "titleKey", year, doi, "arxivId", authors, venue, "publishedOn"::date
      FROM pool_rows`);
    await bulk.execute(sql`ANALYZE "PoolEntry"`);
    const createdAt = await auditPool(ctx, bulk, studyId, poolId, { name, fileName: file.name, sha256, size });

    return {
      pool: { poolId, name, fileName: file.name, sha256, bytes: upload.size, size, createdAt },
      notices: upload.notices.all,
    };
  });
}

async function auditPool(
  ctx: ServiceContext,
  bulk: Bulk,
  studyId: string,
  poolId: string,
  detail: Record<string, unknown>,
): Promise<string> {
  return bulk.withPrisma(ctx, async (tx, inner) => {
    await recordAudit(tx, inner, { studyId, action: "pool.import", subject: poolId, detail });
    const row = await tx.pool.findUniqueOrThrow({ where: { studyId_id: { studyId, id: poolId } } });

    return row.createdAt.toISOString();
  });
}

async function* poolRows(upload: UploadedBytes): AsyncGenerator<CopyValue[]> {
  for await (const batch of readTable(upload.bytes(), upload.file.name)) {
    for (const event of batch) {
      if (event.kind === "fault") upload.faults.add(event.fault);
      else if (event.kind === "notice") upload.notices.add(event.reason);
      else if (event.kind === "record") {
        const { line, value } = event.record;
        const row = poolRow(value);
        if (Array.isArray(row)) {
          for (const { column, reason } of row) upload.fault(line, reason, column);
          continue;
        }
        if (row.titleKey === null) upload.notices.add("Papers without a title, which no search by title finds", line);
        const { corpusId, title, titleKey, year, doi, arxivId, authors, venue, publishedOn } = row;
        yield [line, corpusId, title, titleKey, year, doi, arxivId, authors, venue, publishedOn];
      }
    }
  }
}
