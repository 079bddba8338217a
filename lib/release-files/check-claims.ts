import type { Run } from "@/lib/scoring/data";
import { metricNamed } from "@/lib/scoring/metric-named";
import { QrelsReader } from "@/lib/scoring/read-qrels";
import { scoreRun } from "@/lib/scoring/score-run";
import { summarizeScores } from "@/lib/scoring/summarize-scores";
import { AgreementFile } from "./agreement-file";
import { type Claim, type ClaimQuery, readPrinted, type Where } from "./claims";
import type { Cell, Pages, Row } from "./columns";
import { rowReason } from "./compare-forms";
import { Manifest } from "./manifest";
import { readJsonl, readParquet } from "./read-rows";
import { ReleaseRowError } from "./release-error";
import { type ReleaseSource, readWhole } from "./release-source";
import { roundDecimal } from "./round-decimal";

export type ClaimResult = {
  readonly name: string;
  readonly sentence: string;
  readonly printed: string;
  /** The number as it would be printed, and in full; null where it could not be computed. */
  readonly computed: string | null;
  readonly value: number | null;
  readonly holds: boolean;
  /** Why it could not be computed. */
  readonly problem?: string;
};

export type ClaimSources = {
  readonly release: ReleaseSource;
  /** A run that a claim names, from wherever the claims file is. */
  run(path: string): Promise<Run>;
};

/**
 * Computes every number that a paper prints from the release, and holds it against what is printed, at the printed
 * decimals. A claim that cannot be computed does not hold. O(claims × rows).
 *
 * @example (await checkClaims(sources, claims)).filter((result) => !result.holds).map((result) => result.name);
 */
export async function checkClaims(sources: ClaimSources, claims: readonly Claim[]): Promise<ClaimResult[]> {
  const manifest = Manifest.parse(JSON.parse((await readWhole(sources.release, "manifest.json")).toString("utf8")));
  const results: ClaimResult[] = [];
  for (const claim of claims) results.push(await checkClaim(sources, manifest, claim));

  return results;
}

async function checkClaim(sources: ClaimSources, manifest: Manifest, claim: Claim): Promise<ClaimResult> {
  const { name, sentence, printed, rounding } = claim;
  const wanted = readPrinted(printed);
  try {
    if (!wanted) throw new ReleaseRowError("claims", name, `"${printed}" is no printed number.`);
    const value = await claimedValue(sources, manifest, claim.query);
    const computed = roundDecimal(wanted.percent ? value * 100 : value, wanted.digits, rounding);
    const holds = computed === roundDecimal(wanted.value, wanted.digits);

    return { name, sentence, printed, computed: wanted.percent ? `${computed} %` : computed, value, holds };
  } catch (error) {
    return { name, sentence, printed, computed: null, value: null, holds: false, problem: rowReason(error) };
  }
}

async function claimedValue(sources: ClaimSources, manifest: Manifest, query: ClaimQuery): Promise<number> {
  switch (query.kind) {
    case "agreement":
      return agreementValue(sources.release, query.id, query.part);
    case "manifest":
      return manifestValue(manifest, query.path);
    case "score":
      return scoreValue(sources, query);
    default:
      return rowsValue(sources.release, manifest, query);
  }
}

type RowQuery = Exclude<ClaimQuery, { kind: "agreement" | "manifest" | "score" }>;

async function rowsValue(source: ReleaseSource, manifest: Manifest, query: RowQuery): Promise<number> {
  const { file } = query;
  const among = query.kind === "share" ? query.among : query.where;
  const values: Cell[] = [];
  let all = 0;
  let met = 0;
  for await (const page of await rowsOf(source, manifest, file)) {
    for (const row of page) {
      if (!meets(file, row, among)) continue;
      all++;
      if (query.kind === "share" && meets(file, row, query.where)) met++;
      if ("column" in query) values.push(cellOf(file, row, query.column));
    }
  }
  if (query.kind === "count") return all;
  if (query.kind === "distinct") return new Set(values.map((value) => JSON.stringify(value))).size;
  if (query.kind !== "share") return summary(query.kind, file, values);
  if (all === 0) throw new ReleaseRowError(file, "share", "no row meets `among`, so there is no share.");

  return met / all;
}

function summary(kind: "sum" | "mean" | "median" | "min" | "max", file: string, values: readonly Cell[]): number {
  const numbers = values.filter((value) => value !== null).map(Number);
  if (numbers.some((value) => !Number.isFinite(value)))
    throw new ReleaseRowError(file, kind, "the column holds no numbers.");
  if (kind === "sum") return numbers.reduce((sum, value) => sum + value, 0);
  if (numbers.length === 0) throw new ReleaseRowError(file, kind, "no row has a number.");
  if (kind === "mean") return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const sorted = numbers.sort((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? 0;
  if (kind === "min") return at(0);
  if (kind === "max") return at(sorted.length - 1);

  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
}

async function rowsOf(source: ReleaseSource, manifest: Manifest, path: string): Promise<Pages> {
  const entry = manifest.files.find((file) => file.path === path);
  if (!entry) throw new ReleaseRowError(path, "file", "the release has no such file.");
  if (path.endsWith(".jsonl")) return readJsonl(path, source.open(path));
  const table = manifest.tables.find((one) => one.name === entry.table);
  if (path.endsWith(".parquet") && table) return readParquet(path, await readWhole(source, path), table, manifest.ids);
  if (!path.endsWith(".qrels") && !path.endsWith(".tsv"))
    throw new ReleaseRowError(path, "file", "a claim reads JSON lines, Parquet or qrels.");
  const qrels = await readQrels(source, path);

  return (async function* () {
    for (const [query, documents] of qrels)
      yield Array.from(documents, ([document, grade]): Row => ({ query, document, grade }));
  })();
}

function meets(file: string, row: Row, where: Where): boolean {
  return Object.entries(where).every(([column, condition]) => {
    const cell = cellOf(file, row, column);
    if (typeof condition === "object" && condition !== null && !Array.isArray(condition)) {
      if (cell === null) return false;
      const { at_least: low = Number.NEGATIVE_INFINITY, at_most: high = Number.POSITIVE_INFINITY } = condition;

      return Number(cell) >= low && Number(cell) <= high;
    }
    const wanted = new Set((Array.isArray(condition) ? condition : [condition]).map(plain));
    const given: readonly unknown[] = Array.isArray(cell) ? cell : [cell];

    return given.some((one) => wanted.has(plain(one)));
  });
}

function plain(value: unknown): string | null {
  return value === null ? null : String(value);
}

function cellOf(file: string, row: Row, column: string): Cell {
  const cell = row[column];
  if (cell === undefined) throw new ReleaseRowError(file, column, "the file has no such column.");

  return cell;
}

async function agreementValue(
  source: ReleaseSource,
  id: string,
  part: "value" | "low" | "high" | "n",
): Promise<number> {
  const { numbers } = AgreementFile.parse(JSON.parse((await readWhole(source, "agreement.json")).toString("utf8")));
  const value = numbers.find((number) => number.id === id)?.[part];
  if (value === undefined) throw new ReleaseRowError("agreement.json", id, "there is no such number.");
  if (value === null) throw new ReleaseRowError("agreement.json", id, `its ${part} is not defined.`);

  return value;
}

function manifestValue(manifest: Manifest, path: string): number {
  const value = path
    .split(".")
    .reduce<unknown>(
      (part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined),
      manifest,
    );
  if (typeof value !== "number") throw new ReleaseRowError("manifest.json", path, "is no number.");

  return value;
}

async function readQrels(source: ReleaseSource, path: string) {
  const reader = new QrelsReader();
  const { value, faults } = reader.pushAll((await readWhole(source, path)).toString("utf8")).finish();
  const [fault] = faults;
  if (fault) throw new ReleaseRowError(path, `line ${fault.line}`, fault.reason);

  return value;
}

async function scoreValue(sources: ClaimSources, query: Extract<ClaimQuery, { kind: "score" }>): Promise<number> {
  const qrels = await readQrels(sources.release, query.qrels);
  const metric = metricNamed(query.metric);
  if (!metric) throw new ReleaseRowError(query.run, query.metric, "is no metric.");
  const scores = scoreRun(qrels, await sources.run(query.run), { metrics: [metric], average: query.average });
  const summary = summarizeScores(scores, 0);
  if (summary.kind === "undefined")
    throw new ReleaseRowError(query.run, query.metric, `has no value (${summary.reason}).`);

  return summary.value;
}
