import type { ServiceContext } from "@/lib/context";
import type { IdType, Row } from "@/lib/release-files/columns";
import { encodeParquet } from "@/lib/release-files/encode-parquet";
import { encodeCsv, encodeJsonl } from "@/lib/release-files/encode-text";
import { ENDORSEMENT_PAIRS } from "@/lib/release-files/tables";
import { endorsementPairs } from "./endorsement-pairs";
import { OpenPairsInput } from "./review-schema";

const FORMATS = {
  jsonl: { encode: encodeJsonl, contentType: "application/x-ndjson; charset=utf-8" },
  csv: { encode: encodeCsv, contentType: "text/csv; charset=utf-8" },
  parquet: { encode: encodeParquet, contentType: "application/vnd.apache.parquet" },
};

/** endorsement_pairs as a file in the released columns. */
export async function openPairs(
  ctx: ServiceContext,
  input: unknown,
): Promise<{
  fileName: string;
  contentType: string;
  rows: number;
  withheld: number;
  bytes: AsyncGenerator<Uint8Array>;
}> {
  const { format, ...scope } = OpenPairsInput.parse(input);
  const { rows, withheld } = await endorsementPairs(ctx, scope);
  const whole = rows.every((row) => isInt64(row.focal_corpusid) && isInt64(row.candidate_corpusid));
  const ids: IdType = whole ? "int64" : "string";
  const { encode, contentType } = FORMATS[format];

  return {
    fileName: `endorsement_pairs.${format}`,
    contentType,
    rows: rows.length,
    withheld,
    bytes: encode(ENDORSEMENT_PAIRS, ids, once(rows, ids)),
  };
}

async function* once(rows: readonly Row[], ids: IdType): AsyncGenerator<readonly Row[]> {
  const key = (row: Row) => [String(row.focal_corpusid), String(row.candidate_corpusid)] as const;
  const sorted = [...rows].sort((a, b) => {
    const [first, second] = [key(a), key(b)];

    return compareIn(ids, first[0], second[0]) || compareIn(ids, first[1], second[1]);
  });
  if (sorted.length > 0) yield sorted;
}

function compareIn(ids: IdType, a: string, b: string): number {
  if (a === b) return 0;
  if (ids === "int64") return BigInt(a) < BigInt(b) ? -1 : 1;

  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isInt64(id: string): boolean {
  return /^(0|[1-9]\d{0,17})$/.test(id);
}
