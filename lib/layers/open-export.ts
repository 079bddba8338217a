import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { openSnapshot, type Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { checkEdges, layerEdges } from "./edges";
import { type CsvKind, csvHeader, encodeCsv } from "./encode-csv";
import { encodeJsonl } from "./encode-jsonl";
import { encodeParquet } from "./encode-parquet";
import { checkQrels, encodeQrels } from "./encode-qrels";
import { joinWhole, layerRowsOf } from "./layer-rows";
import { checkOptions } from "./layer-subject";
import { openLayer } from "./open-layer";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
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
  const { name, layer } = await openLayer(ctx, query);
  if (query.probabilityJudgeId) await requireJudge(ctx, query.studyId, query.probabilityJudgeId);
  const positive = positiveOf(query, layer);
  checkOptions([positive], layer.subject);
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
        subject: query.layerId ?? layer.subject.question,
        detail: {
          rule: layer.spec.rule,
          ruleHash: layer.ruleHash,
          format: query.format,
          snapshotId: snapshot.id,
        },
      }),
    );

    return {
      fileName: `${name}.${query.format}`,
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

function positiveOf(query: ExportQuery, { spec, subject }: ResolvedLayerSpec): string {
  const own = spec.rule.kind === "edge" ? spec.rule.positive : undefined;

  return query.positive ?? own ?? subject.options[0] ?? "";
}

async function requireJudge(ctx: ServiceContext, studyId: string, id: string): Promise<void> {
  if ((await database(ctx).rater.count({ where: { studyId, id, kind: "judge" } })) === 0) throw notFound("This judge");
}

async function* encode(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  query: ExportQuery,
  positive: string,
): AsyncGenerator<Uint8Array> {
  const { rule } = layer.spec;
  if (query.format === "parquet") {
    const edge = {
      least: rule.kind === "edge" ? rule.least : query.leastPositive,
      positive,
      negative: layer.subject.options.find((option) => option !== positive) ?? "",
    };
    const judgeId = query.probabilityJudgeId ?? (rule.kind === "edge" ? rule.probabilityJudgeId : undefined);
    yield* encodeParquet(layerEdges(snapshot, layer, edge, judgeId));

    return;
  }
  const kind: CsvKind = rule.kind === "must_cite" || rule.kind === "edge" ? rule.kind : "item";
  const encoder = new TextEncoder();
  let text = query.format === "csv" ? csvHeader(kind) : "";
  for await (const page of layerRowsOf(snapshot, layer)) {
    for (const row of page) {
      if (query.format === "csv") text += encodeCsv(row, kind);
      else if (query.format === "jsonl") text += encodeJsonl(row);
      else text += encodeQrels(row, layer.subject.options, positive);
    }
    if (text !== "") yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
}
