import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { openSnapshot, type Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { checkEdges, layerEdges } from "./edges";
import { csvHeader, encodeCsv } from "./encode-csv";
import { encodeJsonl } from "./encode-jsonl";
import { encodeParquet } from "./encode-parquet";
import { checkQrels, encodeQrels } from "./encode-qrels";
import { findJudge, joinWhole, layerRows, type ResolvedLayer, resolveLayer } from "./internal";
import { ExportInput, type ExportQuery } from "./schema";

export type OpenExport = {
  fileName: string;
  contentType: string;
  snapshotId: string;
  bytes: AsyncGenerator<Uint8Array>;
};

const LONGEST_PAUSE_MS = 600_000;
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
  const positive = query.positive ?? layer.options[0] ?? "";
  if (!layer.options.includes(positive)) {
    throw new ServiceError(
      "bad_input",
      `"${positive}" is no option of ${layer.question}: ${layer.options.join(", ")}.`,
    );
  }
  const snapshot = await openSnapshot();
  try {
    // A reader that goes away without a word must not keep the snapshot open for good.
    await snapshot.rows(
      sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)`,
    );
    await joinWhole(snapshot);
    if (query.format === "parquet") await checkEdges(snapshot, layer);
    if (query.format === "qrels") await checkQrels(snapshot, layer);
    const source = encode(snapshot, layer, query, positive);
    const first = await source.next();
    await withTransaction(ctx, (tx) =>
      recordAudit(tx, ctx, {
        studyId: query.studyId,
        action: "layer.export",
        subject: layer.question,
        detail: { rule: query.rule, format: query.format, snapshotId: snapshot.id },
      }),
    );

    return {
      fileName: `${layer.question}-${layer.judge ? "judge" : "majority"}.${query.format}`,
      contentType: TYPES[query.format],
      snapshotId: snapshot.id,
      bytes: closing(snapshot, first, source),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

/** The stream, closing the snapshot at its end: also when it fails, and when its reader leaves before the first byte. */
function closing(
  snapshot: Snapshot,
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= snapshot.close();

    return closed;
  };
  const bytes = relay(first, rest, close);
  // A generator that was never started ends without its finally.
  const end = bytes.return.bind(bytes);
  bytes.return = async (value) => {
    const result = await end(value);
    await close();

    return result;
  };

  return bytes;
}

async function* relay(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await close();
  }
}

async function* encode(
  snapshot: Snapshot,
  layer: ResolvedLayer,
  query: ExportQuery,
  positive: string,
): AsyncGenerator<Uint8Array> {
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
