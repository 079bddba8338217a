import { findLabelColumn } from "./find-label-column";
import type { Codebook } from "./schema";

/** What an imported record may say beside its labels: which item, who said it, how sure, and why. */
export const LABEL_FIELDS = [
  "key",
  "confidence",
  "probability",
  "rationale",
  "keyPhrase",
  "note",
  "run",
  "rater",
] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

/** What a column beside the labels may be called, in lower case. */
const NAMES: Record<LabelField, readonly string[]> = {
  key: ["key", "item", "item_key"],
  confidence: ["confidence"],
  probability: ["probability", "root_probability", "prob"],
  rationale: ["rationale", "reasoning", "reason", "explanation"],
  keyPhrase: ["key_phrase", "keyphrase"],
  note: ["note", "comment", "justification"],
  run: ["run", "run_name", "run_id", "judge"],
  rater: ["rater", "rater_id", "annotator", "annotator_id", "worker", "worker_id"],
};

/** A column of that name holds the answer where the codebook asks one thing only. */
const PLAIN_LABEL = ["label", "answer", "value", "judgment", "judgement", "relevance"];

/** What the importer was told. `labels`: column → label. `map`: field → column. Either may be empty. */
export type LabelMapping = {
  labels: Readonly<Record<string, string>>;
  map: Readonly<Record<string, string>>;
};

/**
 * The column that holds a field: the mapped one, else the first with one of its names. O(columns).
 * @example columnFor("rater", ["item", "Annotator"], { labels: {}, map: {} }) // "Annotator"
 */
export function columnFor(field: LabelField, columns: readonly string[], mapping: LabelMapping): string | undefined {
  const mapped = mapping.map[field];
  if (mapped !== undefined) return mapped;
  return columns.find((column) => NAMES[field].includes(column.toLowerCase()));
}

/**
 * Which columns of a record hold labels: column → name to look up in the codebook. Those named by the caller, else those
 * whose name is a question, a derived label or a mark, or an alias of one. Columns mapped to something else are not.
 * A codebook with one question takes a plain `label`, `answer` … too. O(columns × labels).
 * @example labelColumnsOf(citationRole, ["context_id", "subtype"], { labels: {}, map: {} }) // Map { "subtype" → "subtype" }
 */
export function labelColumnsOf(
  codebook: Codebook,
  columns: readonly string[],
  mapping: LabelMapping,
): Map<string, string> {
  if (Object.keys(mapping.labels).length > 0) {
    return new Map(Object.entries(mapping.labels).filter(([column]) => columns.includes(column)));
  }
  const taken = new Set(Object.values(mapping.map));
  const found = new Map<string, string>();
  for (const column of columns) {
    if (taken.has(column) || isItemField(codebook, column)) continue;
    if (findLabelColumn(codebook, column)) found.set(column, column);
  }
  const [only, ...others] = codebook.questions;
  if (found.size === 0 && only && others.length === 0) {
    const plain = columns.find((column) => !taken.has(column) && PLAIN_LABEL.includes(column.toLowerCase()));
    if (plain !== undefined) found.set(plain, only.id);
  }

  return found;
}

/** A file with items and labels has both kinds of columns; the item's own names go first, but never a label's exact id. */
function isItemField(codebook: Codebook, column: string): boolean {
  if (codebook.questions.some((question) => question.id === column)) return false;
  if (codebook.derived.some((derived) => derived.id === column)) return false;
  return codebook.item.fields.some((field) => field.id === column || field.aliases.includes(column));
}

/**
 * The key of the item that a record speaks of: given as such, or its key fields joined by `:`.
 * @example keyOfRecord(mustCite, { query_id: "p", target: "b0" }, { map: {} }) // { ok: true, key: "p:b0" }
 */
export function keyOfRecord(
  codebook: Codebook,
  value: Readonly<Record<string, unknown>>,
  mapping: Pick<LabelMapping, "map">,
): { ok: true; key: string } | { ok: false; column: string; reason: string } {
  const mapped = mapping.map.key;
  if (mapped !== undefined) return keyFrom(value[mapped], mapped);
  if (present(value.key)) return keyFrom(value.key, "key");
  const parts: string[] = [];
  for (const id of codebook.item.key) {
    const column = mapping.map[id] ?? namesOfField(codebook, id).find((name) => present(value[name]));
    const part = column === undefined ? undefined : scalar(value[column]);
    if (part === undefined) return { ok: false, column: column ?? id, reason: `the item's key needs ${id}` };
    parts.push(part);
  }
  if (parts.length > 0) return { ok: true, key: parts.join(":") };
  const named = NAMES.key.find((name) => present(value[name]));
  if (named !== undefined) return keyFrom(value[named], named);

  return { ok: false, column: "key", reason: "no column says which item this is: name one as key" };
}

function namesOfField(codebook: Codebook, id: string): string[] {
  const field = codebook.item.fields.find((candidate) => candidate.id === id);

  return [id, ...(field?.aliases ?? [])];
}

function keyFrom(value: unknown, column: string): ReturnType<typeof keyOfRecord> {
  const key = scalar(value);
  if (key === undefined) return { ok: false, column, reason: "the item's key is missing" };

  return { ok: true, key };
}

function present(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * A text, or a number as text; undefined where there is none.
 * @example scalar(7) // "7"
 */
export function scalar(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;

  return value;
}

/**
 * A record under the codebook's names: each mapped column moves to its field. A column that is not mapped keeps its
 * name, unless a mapped one takes that place. O(columns).
 * @example mapColumns({ id: "7", text: "…" }, { context_id: "id" }) // { text: "…", context_id: "7" }
 */
export function mapColumns(
  value: Readonly<Record<string, unknown>>,
  map: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const fields = Object.entries(map);
  if (fields.length === 0) return value;
  const moved = new Set(fields.map(([, column]) => column));
  const mapped: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(value)) if (!moved.has(column)) mapped[column] = cell;
  for (const [field, column] of fields) if (column in value) mapped[field] = value[column];

  return mapped;
}
