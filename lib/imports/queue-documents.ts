import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { sql } from "@/lib/db/sql";
import { enqueue } from "@/lib/jobs/queue";
import { readCodebook } from "@/lib/studies/read-codebook";
import { requireDocumentTarget } from "./document-target";
import { Cancelled, nameOf, runImport } from "./run-import";
import { QueueDocumentsInput } from "./schema";
import { stageFiles } from "./stage-files";
import type { ImportView } from "./wire";

/**
 * Takes in files of full texts, and queues the job that reads them (`importDocuments`). All of it is there when this
 * ends, or nothing: the files are in the database, so whoever is first reads them, though this process be gone.
 */
export async function queueDocuments(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId, files, options } = QueueDocumentsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const { codebook } = await readCodebook(ctx, { studyId });
  requireDocumentTarget(codebook);

  return runImport(
    ctx,
    {
      ...{ studyId, importId, kind: "documents", files, options },
      async end(bulk, run) {
        const scope = { studyId, importId: run.importId };
        const queued = await bulk.execute(sql`
          UPDATE "Import" SET state = 'queued', bytes = 0, sha256 = ${run.hash.digest("hex")}, "totalBytes" = ${run.bytes}
          WHERE "studyId" = ${studyId}::uuid AND id = ${run.importId}::uuid AND state = 'running'`);
        if (queued === 0) throw new Cancelled();
        await bulk.withPrisma(ctx, async (tx, inside) => {
          await enqueue(inside, "corpus.read", scope, { singletonKey: run.importId });
          const detail = { files: nameOf(files), bytes: run.bytes };
          await recordAudit(tx, inside, { studyId, action: "import.queue", subject: run.importId, detail });
        });
      },
    },
    async (bulk, run) => {
      await stageFiles(bulk, run, files);

      return { added: 0, unchanged: 0 };
    },
  );
}
