import type { z } from "zod";
import { flattenIssues } from "./flatten-issues";
import { itemSchema } from "./item-schema";
import { fieldValue } from "./label-state";
import { pathText } from "./path-text";
import { questionsFor } from "./questions-for";
import type { Codebook } from "./schema";

export type ItemFault = {
  /** The field's id, and what the file calls it (an alias, or the id itself where it is missing). */
  field: string;
  column: string;
  /** Where inside a field of several parts: `[3].context`. */
  path: string;
  reason: string;
};

export type CheckedItem = {
  ok: boolean;
  /** By field id, as it is to be stored. Meaningful only where `ok`. */
  content: Record<string, unknown>;
  /** The record's own `key`, else the codebook's key fields joined by `:`; undefined where one of these is absent. */
  key?: string;
  focalKey?: string;
  targetKey?: string;
  /** The text that makes two items the same passage (`item.window`). */
  window?: string;
  /** Values of `count` fields, computed. */
  counts: Record<string, number>;
  faults: ItemFault[];
  /** Keys of the record that the codebook does not know: ignored, for the import to count and show. */
  ignored: string[];
};

/**
 * Makes a checker for records of one codebook; the schema is built once, so use this for files and `checkItem` for one.
 * @example const check = itemChecker(mustCite); records.map(check)
 */
export function itemChecker(codebook: Codebook): (raw: unknown) => CheckedItem {
  const schema = itemSchema(codebook);
  const idByName = new Map<string, string>();
  for (const field of codebook.item.fields) {
    if (field.type === "count") continue;
    for (const name of [...field.aliases].reverse()) idByName.set(name, field.id);
  }
  for (const field of codebook.item.fields) if (field.type !== "count") idByName.set(field.id, field.id);
  return (raw) => check(codebook, schema, idByName, raw);
}

/**
 * Checks one raw record (an object from JSON, or a row of CSV by column name) as an item of this codebook: aliases become
 * field ids (a field's own id goes first), values are read exactly, `count` fields are computed, unknown keys are
 * ignored and named. An item of which no question would be asked is refused. O(size of the record + fields).
 * @example checkItem(citationRole, { context_id: "c1", focal_corpusid: 12345, candidate_corpusid: 67890, context_text: "We use [REF_TARGET]." }).key // "c1"
 */
export function checkItem(codebook: Codebook, raw: unknown): CheckedItem {
  return itemChecker(codebook)(raw);
}

function check(
  codebook: Codebook,
  schema: z.ZodObject<Record<string, z.ZodType>>,
  idByName: ReadonlyMap<string, string>,
  raw: unknown,
): CheckedItem {
  const result: CheckedItem = { ok: false, content: {}, counts: {}, faults: [], ignored: [] };
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    result.faults.push({ field: "", column: "", path: "", reason: "an item is an object with named fields" });
    return result;
  }
  const named: Record<string, unknown> = {};
  const columnOf: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    const id = idByName.get(name);
    if (id === undefined) {
      if (name !== "key") result.ignored.push(name);
    } else if (columnOf[id] === undefined || (isEmpty(named[id]) && !isEmpty(value))) {
      named[id] = value;
      columnOf[id] = name;
    } else if (!isEmpty(value)) {
      if (name !== id) result.ignored.push(name);
      else {
        result.ignored.push(columnOf[id]);
        named[id] = value;
        columnOf[id] = name;
      }
    }
  }

  const parsed = schema.safeParse(named);
  if (!parsed.success) {
    for (const { path, reason } of flattenIssues(parsed.error.issues, named)) {
      const field = String(path[0] ?? "");
      const missing = path.length === 1 && isEmpty(named[field]);
      result.faults.push({
        field,
        column: columnOf[field] ?? field,
        path: pathText(path.slice(1)),
        reason: missing ? `${field} is missing` : reason,
      });
    }
    return result;
  }
  for (const [id, value] of Object.entries(parsed.data)) if (value !== undefined) result.content[id] = value;
  for (const field of codebook.item.fields) {
    const value = field.type === "count" ? fieldValue(codebook, result.content, field.id) : undefined;
    if (typeof value === "number") result.counts[field.id] = value;
  }
  addKeys(codebook, raw as Record<string, unknown>, result);
  const asked = (["human", "judge"] as const).some((who) => questionsFor(codebook, result.content, {}, who).length > 0);
  if (!asked) {
    result.faults.push({
      field: "",
      column: "",
      path: "",
      reason: "no question of the codebook is asked of this item",
    });
  }
  result.ok = result.faults.length === 0;
  return result;
}

function addKeys(codebook: Codebook, raw: Record<string, unknown>, result: CheckedItem): void {
  const { key: keyFields, focal, target, window } = codebook.item;
  const text = (id: string | undefined) => {
    const value = id === undefined ? undefined : result.content[id];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const own = raw.key;
  if (typeof own === "string" && own !== "") result.key = own;
  else if (typeof own === "number" && Number.isSafeInteger(own)) result.key = String(own);
  else if (!isEmpty(own)) {
    result.faults.push({ field: "key", column: "key", path: "", reason: "a key is text or an exact whole number" });
  } else {
    const parts = keyFields.map(text);
    if (parts.length > 0 && !parts.includes(undefined)) result.key = parts.join(":");
  }
  const [focalKey, targetKey, windowText] = [text(focal), text(target), text(window)];
  if (focalKey !== undefined) result.focalKey = focalKey;
  if (targetKey !== undefined) result.targetKey = targetKey;
  if (windowText !== undefined) result.window = windowText;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
