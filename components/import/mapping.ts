import { findLabelColumn, labelColumns } from "@/lib/codebooks/find-label-column";
import { columnFor, labelColumnsOf } from "@/lib/codebooks/import-columns";
import type { Codebook } from "@/lib/codebooks/schema";
import { guessMapping } from "@/lib/corpus/preview";
import type { RecordKind } from "@/lib/imports/wire";

/** One thing that a column may hold. `id` is a field's id, or a label's after `label:`. */
export type MappingRow = {
  id: string;
  label: string;
  group: "item" | "label" | "beside";
  required: boolean;
};

const LABEL = "label:";
const none = { labels: {}, map: {} };

const BESIDE = {
  judge: [
    ["run", "Run (the judge’s name)"],
    ["confidence", "Confidence"],
    ["probability", "Probability"],
    ["rationale", "Rationale"],
    ["keyPhrase", "Key phrase"],
  ],
  human: [
    ["rater", "Rater’s name"],
    ["note", "Note"],
    ["confidence", "Confidence"],
  ],
} as const;

/** What the columns of a file may be mapped to, for this kind of import. */
export function mappingRows(codebook: Codebook, kind: RecordKind, columns: readonly string[]): MappingRow[] {
  const keys = new Set(codebook.item.key);
  const fields = codebook.item.fields.filter((field) => field.type !== "count");
  const whole: MappingRow[] =
    keys.size === 0 || columns.includes("key") ? [{ id: "key", label: "Key", group: "item", required: true }] : [];
  const item = fields
    .filter((field) => kind === "items" || keys.has(field.id))
    .map((field): MappingRow => {
      const required = kind === "items" ? field.required : whole.length === 0;
      return { id: field.id, label: field.label, group: "item", required };
    });
  if (kind === "items") return [...whole, ...item];
  const labels = labelColumns(codebook).map(
    (column): MappingRow => ({ id: LABEL + column.id, label: labelName(column), group: "label", required: false }),
  );
  const beside = BESIDE[kind].map(([id, label]): MappingRow => ({ id, label, group: "beside", required: false }));

  return [...whole, ...item, ...labels, ...beside];
}

function labelName(column: ReturnType<typeof labelColumns>[number]): string {
  if (column.kind === "question") return column.question.title;

  return column.kind === "derived" ? column.derived.title : column.mark.label;
}

/** Row id → column, by the columns' names. */
export function guessColumns(codebook: Codebook, kind: RecordKind, columns: readonly string[]): Record<string, string> {
  const rows = mappingRows(codebook, kind, columns);
  const wanted = rows
    .filter((row) => row.group === "item")
    .map(({ id }) => {
      const aliases = codebook.item.fields.find((field) => field.id === id)?.aliases ?? [];
      return { name: id, aliases: id === "key" ? ["item", "item_key"] : aliases };
    });
  const chosen = guessMapping(columns, wanted);
  if (kind === "items") return chosen;
  for (const [column, name] of labelColumnsOf(codebook, columns, none)) {
    const id = findLabelColumn(codebook, name)?.id;
    if (id !== undefined) chosen[LABEL + id] ??= column;
  }
  const taken = new Set(Object.values(chosen));
  for (const [field] of BESIDE[kind]) {
    const column = columnFor(field, columns, none);
    if (column !== undefined && !taken.has(column)) chosen[field] = column;
  }

  return chosen;
}

/** The chosen columns as the server takes them. */
export function toMapping(chosen: Readonly<Record<string, string>>): {
  map: Record<string, string>;
  labels: Record<string, string>;
} {
  const map: Record<string, string> = {};
  const labels: Record<string, string> = {};
  for (const [id, column] of Object.entries(chosen)) {
    if (column === "") continue;
    if (id.startsWith(LABEL)) labels[column] = id.slice(LABEL.length);
    else map[id] = column;
  }

  return { map, labels };
}
