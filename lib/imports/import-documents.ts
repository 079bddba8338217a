import { createHash } from "node:crypto";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { type Bulk, withBulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import { notFound, ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { updateStudy } from "@/lib/studies/update-study";
import { documentRows } from "./document-rows";
import { requireDocumentTarget } from "./document-target";
import { endQueued } from "./end-queued";
import { FaultList, NoticeList } from "./fault-list";
import { viewOf } from "./internal";
import { Cancelled, type ImportRun, Refused, reasonOf, startTicker, tellPlanner } from "./run-import";
import { OneImportInput } from "./schema";
import { settleDocuments } from "./settle-documents";
import { listStagedFiles } from "./stage-files";
import { stageItems, storeItems } from "./store-items";
import { DocumentOptions, type ImportView } from "./wire";

/** A list of faults may be long where thousands of files were given. */
const MOST_FAULTS = 5_000;

type Attempt = { last: boolean; signal: AbortSignal };

/**
 * Reads the full texts of a queued import and stores their citations as items, in one transaction: what is killed leaves
 * nothing, and is read again by whoever takes the job up. An import that has ended is answered as it is.
 */
export async function importDocuments(ctx: ServiceContext, input: unknown, attempt: Attempt): Promise<ImportView> {
  const { studyId, importId } = OneImportInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const key = { studyId_id: { studyId, id: importId } };
  const row = await prisma().import.findUnique({ where: key });
  if (!row) throw notFound("This import");
  if (row.state !== "queued") return viewOf(row);
  const state = { over: false };
  const run: ImportRun = {
    ...{ importId, studyId, bytes: 0, rows: 0, hash: createHash("sha256") },
    faults: new FaultList(MOST_FAULTS),
    notices: new NoticeList(),
    check() {
      attempt.signal.throwIfAborted();
      if (state.over) throw new Cancelled();
    },
  };
  const ticker = startTicker(async () => {
    const data = { bytes: run.bytes, rows: Math.max(0, run.rows) };
    const { count } = await prisma().import.updateMany({ where: { studyId, id: importId, state: "queued" }, data });
    if (count === 0) state.over = true;
  });
  try {
    await withBulk((bulk) => readAll(ctx, bulk, run, row.options, () => ticker.stop()));
  } catch (error) {
    await ticker.stop();
    if (attempt.signal.aborted || !isFinal(error, attempt.last)) throw error;
    if (error instanceof Cancelled) return viewOf(await prisma().import.findUniqueOrThrow({ where: key }));
    if (!(error instanceof Refused)) run.faults.add({ reason: reasonOf(error) });
    await endQueued(run);
    if (!(error instanceof Refused)) throw error;
  }
  const view = viewOf(await prisma().import.findUniqueOrThrow({ where: key }));
  if (view.state === "done") await tellPlanner("documents", view.added).catch(() => undefined);

  return view;
}

/** Whether trying again cannot help, or is not to be. */
function isFinal(error: unknown, last: boolean): boolean {
  if (last || error instanceof Cancelled || error instanceof Refused) return true;

  return error instanceof ServiceError && error.status < 500 && error.code !== "conflict";
}

async function readAll(
  ctx: ServiceContext,
  bulk: Bulk,
  run: ImportRun,
  given: unknown,
  stopTicker: () => Promise<void>,
): Promise<void> {
  const { studyId, importId } = run;
  // Where two workers have the job, the second waits here, and finds it done.
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('import:' || ${importId}, 0))::text`);
  await bulk.rows(sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`);
  const options = DocumentOptions.parse(given);
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const files = await listStagedFiles(studyId, importId);
  if (files.length === 0) throw new Cancelled();
  const refused = new Set<number>();
  const to = requireDocumentTarget(codebook);
  await stageItems(bulk, documentRows({ run, codebook, to, options, refused }, files));
  await settleDocuments(bulk, run, files, refused);
  run.check();
  const { total, first } = run.faults;
  if (total > 0 && (options.badFiles === "refuse" || run.rows === 0)) throw new Refused();
  // What was left out is known; what goes in has no fault left.
  run.faults = new FaultList();
  const { added, unchanged } = await storeItems(bulk, run, files.map(asImportFile));
  if (run.faults.total > 0) throw new Error(`An item that was checked clashes: ${run.faults.first[0]?.reason}`);
  const { licence, sourceUrl } = options;
  if (licence !== undefined || sourceUrl !== undefined) {
    const changes = { ...(licence && { licence }), ...(sourceUrl && { sourceUrl }) };
    await bulk.withPrisma(ctx, (_, inner) => updateStudy(inner, { studyId, ...changes }));
  }
  await stopTicker();
  const counts = { rows: run.rows, added, unchanged, faultCount: total };
  const done = await bulk.execute(sql`
    UPDATE "Import" SET state = 'done', added = ${added}, unchanged = ${unchanged}, bytes = ${run.bytes}, rows = ${run.rows},
      "faultCount" = ${total}, faults = ${JSON.stringify(first)}::jsonb, notices = ${JSON.stringify(run.notices.all)}::jsonb,
      "finishedAt" = clock_timestamp()
    WHERE "studyId" = ${studyId}::uuid AND id = ${importId}::uuid AND state = 'queued'`);
  if (done === 0) throw new Cancelled();
  await bulk.execute(sql`
    DELETE FROM "StagedFile" WHERE "studyId" = ${studyId}::uuid AND "importId" = ${importId}::uuid`);
  await bulk.withPrisma(ctx, (tx, inner) =>
    recordAudit(tx, inner, {
      ...{ studyId, action: "import.documents", subject: importId },
      detail: { ...counts, files: files.length, codebookVersion: version, badFiles: options.badFiles },
    }),
  );
}

function asImportFile({ name }: { name: string }) {
  return { name, bytes: (async function* () {})() };
}
