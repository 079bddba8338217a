import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { readTable } from "@/lib/corpus/read-table";
import { type Bulk, withBulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { checkNested, checkTargets } from "./check-targets";
import { creatorOf } from "./internal";
import { ImportTargetSetInput } from "./schema";
import { targetRow } from "./target-row";
import { UploadedBytes } from "./uploaded-bytes";
import type { TargetSetKind, TargetSetView, UploadNotice } from "./wire";

/**
 * A target set, tier or split from one file: all of it, or none where a row is broken, stands twice, lies outside the set that it is
 * declared within, or puts somebody in two splits.
 */
export async function importTargetSet(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ targetSet: TargetSetView; notices: UploadNotice[] }> {
  const { studyId, name, kind, within, file } = ImportTargetSetInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const upload = new UploadedBytes(file);
  const targetSetId = uuid7();

  return withBulk(async (bulk) => {
    const parent = await checkNames(bulk, studyId, name, within);
    const columns = { line: "integer", focalKey: "text", targetKey: "text", authorKey: "text" } as const;
    const rows = await bulk.stage(
      "target_rows",
      { ...columns, split: "text", cutOff: "text" },
      targetRows(upload, kind),
    );
    await checkTargets(bulk, upload);
    if (parent) await checkNested(bulk, upload, studyId, parent);
    if (rows === 0 && upload.faults.total === 0) upload.fault(undefined, "There is no row for this set in here.");
    upload.refuseFaults();
    const sha256 = upload.sha256();
    const [made] = await bulk.rows<{ createdAt: Date }>(sql`
      INSERT INTO "TargetSet" ("studyId", id, name, kind, "fileName", sha256, bytes, rows, "createdById")
      VALUES (${studyId}::uuid, ${targetSetId}::uuid, ${name}, ${kind}::"TargetSetKind", ${file.name}, ${sha256}, ${upload.size}, ${rows},
        ${creatorOf(ctx)}::uuid) RETURNING "createdAt"`);
    await bulk.execute(sql`
      INSERT INTO "TargetEntry" ("studyId", "setId", "focalKey", "targetKey", "authorKey", split, "cutOff")
      SELECT ${studyId}::uuid, ${targetSetId}::uuid, "focalKey", "targetKey", "authorKey", split, "cutOff"::date FROM target_rows`);
    await bulk.execute(sql`ANALYZE "TargetEntry"`);
    const detail = { name, kind, ...(within !== undefined && { within }), fileName: file.name, sha256, rows };
    await bulk.withPrisma(ctx, (tx, inner) =>
      recordAudit(tx, inner, { studyId, action: "target-set.import", subject: targetSetId, detail }),
    );
    const createdAt = (made?.createdAt ?? new Date()).toISOString();

    return {
      targetSet: { targetSetId, name, kind, fileName: file.name, sha256, bytes: upload.size, rows, createdAt },
      notices: upload.notices.all,
    };
  });
}

async function checkNames(
  bulk: Bulk,
  studyId: string,
  name: string,
  within: string | undefined,
): Promise<{ id: string; name: string } | undefined> {
  const named = (wanted: string) =>
    bulk.rows<{ id: string; name: string }>(
      sql`SELECT id, name FROM "TargetSet" WHERE "studyId" = ${studyId}::uuid AND name = ${wanted}`,
    );
  const [taken] = await named(name);
  if (taken) {
    throw new ServiceError("conflict", `There is a target set ${name} already. Delete it first, or take another name.`);
  }
  if (within === undefined) return undefined;
  const [parent] = await named(within);
  if (!parent) throw notFound(`The target set ${within}`);

  return parent;
}

async function* targetRows(upload: UploadedBytes, kind: TargetSetKind): AsyncGenerator<CopyValue[]> {
  for await (const batch of readTable(upload.bytes(), upload.file.name)) {
    for (const event of batch) {
      if (event.kind === "fault") upload.faults.add(event.fault);
      else if (event.kind === "notice") upload.notices.add(event.reason);
      else if (event.kind === "record") {
        const { line, value } = event.record;
        const row = targetRow(value, kind);
        if (row === "no_target")
          upload.notices.add("Rows with a grade of 0 or less, left out: they are no targets", line);
        else if (Array.isArray(row)) for (const { column, reason } of row) upload.fault(line, reason, column);
        else yield [line, row.focalKey, row.targetKey, row.authorKey, row.split, row.cutOff];
      }
    }
  }
}
