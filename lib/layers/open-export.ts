import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { openSnapshot, type Snapshot } from "@/lib/db/snapshot";
import { withTransaction } from "@/lib/db/transaction";
import { layerEdges } from "./edges";
import { csvHeader, encodeCsv } from "./encode-csv";
import { encodeJsonl } from "./encode-jsonl";
import { encodeParquet } from "./encode-parquet";
import { encodeQrels } from "./encode-qrels";
import { findJudge, layerRows, type ResolvedLayer, resolveLayer } from "./internal";
import { ExportInput, type ExportQuery } from "./schema";

export type OpenExport = {
  fileName: string;
  contentType: string;
  snapshotId: string;
  bytes: AsyncGenerator<Uint8Array>;
};

const TYPES = {
  jsonl: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  qrels: "text/plain; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

/**
 * Opens one layer as a stream of bytes from one RepeatableRead snapshot. The first page is read before this returns, so
 * that what cannot be exported fails as an error and not as half a file.
 */
export async function openExport(ctx: ServiceContext, input: unknown): Promise<OpenExport> {
  const query = ExportInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "auditor"]);
  const layer = await resolveLayer(ctx, query);
  if (query.probabilityJudgeId) await findJudge(ctx, query.studyId, query.probabilityJudgeId);
  await withTransaction(ctx, (tx) =>
    recordAudit(tx, ctx, {
      studyId: query.studyId,
      action: "layer.export",
      subject: layer.question,
      detail: { rule: query.rule, format: query.format },
    }),
  );
  const snapshot = await openSnapshot();
  const source = encode(snapshot, layer, query);
  const first = await source.next().catch(async (error) => {
    await snapshot.close();
    throw error;
  });

  return {
    fileName: `${layer.question}-${layer.judge ? "judge" : "majority"}.${query.format === "qrels" ? "qrels" : query.format}`,
    contentType: TYPES[query.format],
    snapshotId: snapshot.id,
    bytes: closing(snapshot, first, source),
  };
}

async function* closing(
  snapshot: Snapshot,
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await snapshot.close();
  }
}

async function* encode(snapshot: Snapshot, layer: ResolvedLayer, query: ExportQuery): AsyncGenerator<Uint8Array> {
  const positive = query.positive ?? layer.options[0] ?? "";
  if (query.format === "parquet") {
    const { leastPositive, probabilityJudgeId } = query;
    yield* encodeParquet(layerEdges(snapshot, layer, { positive, leastPositive, probabilityJudgeId }));

    return;
  }
  const encoder = new TextEncoder();
  let text = query.format === "csv" ? csvHeader() : "";
  for await (const page of layerRows(snapshot, layer)) {
    for (const row of page) {
      if (query.format === "csv") text += encodeCsv(row);
      else if (query.format === "jsonl") text += encodeJsonl(row);
      else text += encodeQrels(row, layer.options, positive);
    }
    if (text !== "") yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
}
