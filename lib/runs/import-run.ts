import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withBulk } from "@/lib/db/copy";
import type { CopyValue } from "@/lib/db/copy-text";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { UploadedBytes } from "@/lib/pools/uploaded-bytes";
import type { UploadNotice } from "@/lib/pools/wire";
import type { Run } from "@/lib/scoring/data";
import { readRun } from "./read-ranking";
import { FIRST_RANK, ImportRunInput } from "./schema";
import type { RunView } from "./wire";

/** A run is checked whole (a document twice, ranks with gaps), so it is held while it is read. */
const MAX_RUN_BYTES = 1_073_741_824;

/** A system's ranked output from one file: all of it or, with what is wrong by line, nothing. */
export async function importRun(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ run: RunView; notices: UploadNotice[] }> {
  const { studyId, name, parameters, file } = ImportRunInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const upload = new UploadedBytes(file);
  const runId = uuid7();

  return withBulk(async (bulk) => {
    const [known] = await bulk.rows(sql`SELECT 1 FROM "Run" WHERE "studyId" = ${studyId}::uuid AND name = ${name}`);
    if (known)
      throw new ServiceError("conflict", `There is a run ${name} already. Delete it first, or take another name.`);
    const read = await readRun(bounded(upload), file.name);
    for (const fault of read.faults) upload.faults.add({ ...placed(fault), file: file.name });
    upload.faults.total += Math.max(read.totalFaults - read.faults.length, 0);
    upload.refuseFaults();
    const sha256 = upload.sha256();
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const stored = { ...parameters, ...(read.value.firstRank !== undefined && { [FIRST_RANK]: read.value.firstRank }) };
    const [made] = await bulk.rows<{ createdAt: Date }>(sql`
      INSERT INTO "Run" ("studyId", id, name, "fileName", format, sha256, bytes, rows, parameters, "createdById")
      VALUES (${studyId}::uuid, ${runId}::uuid, ${name}, ${file.name}, ${read.format}, ${sha256}, ${upload.size}, 0,
        ${JSON.stringify(stored)}::jsonb, ${createdById}::uuid) RETURNING "createdAt"`);
    const columns = ["studyId", "runId", "query", "document", "score"];
    const rows = await bulk.copyInto("RunEntry", columns, entries(studyId, runId, read.value));
    await bulk.execute(sql`UPDATE "Run" SET rows = ${rows} WHERE "studyId" = ${studyId}::uuid AND id = ${runId}::uuid`);
    await bulk.execute(sql`ANALYZE "RunEntry"`);
    const detail = { name, fileName: file.name, format: read.format, sha256, rows };
    await bulk.withPrisma(ctx, (tx, inner) =>
      recordAudit(tx, inner, { studyId, action: "run.import", subject: runId, detail }),
    );
    for (const warning of read.warnings) upload.notices.add(warning);
    const createdAt = (made?.createdAt ?? new Date()).toISOString();
    const run = { runId, name, fileName: file.name, format: read.format, sha256, bytes: upload.size, rows, createdAt };

    return { run: { ...run, parameters }, notices: upload.notices.all };
  });
}

async function* bounded(upload: UploadedBytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of upload.bytes()) {
    if (upload.size > MAX_RUN_BYTES) {
      throw new ServiceError("too_large", "A run is at most 1 GB. Keep the first thousand places of each query.");
    }
    yield chunk;
  }
}

function placed({ line, column, reason }: { line?: number; column?: number | string; reason: string }) {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }), reason };
}

function* entries(studyId: string, runId: string, run: Run): Generator<CopyValue[]> {
  for (const [query, documents] of run.scores) {
    for (const [document, score] of documents) yield [studyId, runId, query, document, score];
  }
}
