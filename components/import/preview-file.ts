import { itemChecker } from "@/lib/codebooks/check-item";
import { deriveFromImported } from "@/lib/codebooks/derive-from-imported";
import { columnFor, keyOfRecord, labelColumnsOf, mapColumns } from "@/lib/codebooks/import-columns";
import type { Passage } from "@/lib/codebooks/item-schema";
import type { Codebook } from "@/lib/codebooks/schema";
import { type Preview, previewRecords } from "@/lib/corpus/preview";
import type { MasterSetFile } from "@/lib/corpus/read-events";
import type { ImportFormat, RecordKind } from "@/lib/imports/wire";

export const PREVIEW_ROWS = 20;

/** The first records of a file on this computer; nothing is sent. */
export function previewFile(
  file: File,
  name: string,
  format: ImportFormat,
  separator: string,
  paper: MasterSetFile,
): Promise<Preview> {
  const options = { format, fileName: name, paper, ...(separator === "" ? {} : { separator }) };

  return previewRecords(slices(file), options, [], PREVIEW_ROWS);
}

async function* slices(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += 65_536) {
    yield new Uint8Array(await file.slice(at, at + 65_536).arrayBuffer());
  }
}

export type PreviewRow = {
  line: number;
  key: string;
  cells: string[];
  faults: string[];
};

export type Checked = { head: string[]; rows: PreviewRow[] };

type Mapping = { map: Record<string, string>; labels: Record<string, string> };

/** The first records as the import would take them, with what is wrong with each. */
export function checkPreview(codebook: Codebook, kind: RecordKind, preview: Preview, mapping: Mapping): Checked {
  return kind === "items" ? checkItems(codebook, preview, mapping) : checkLabels(codebook, kind, preview, mapping);
}

function checkItems(codebook: Codebook, preview: Preview, { map }: Mapping): Checked {
  const check = itemChecker(codebook);
  const checked = preview.records.map(({ line, value }) => ({ line, item: check(mapColumns(value, map)) }));
  const rank = { title: 1, reading: 0, meta: 2, ignore: 3 };
  const shown = codebook.item.fields
    .filter((field) => field.type !== "count" && checked.some(({ item }) => item.content[field.id] !== undefined))
    .filter((field) => !codebook.item.key.includes(field.id))
    .toSorted((a, b) => rank[a.display] - rank[b.display])
    .slice(0, 3);
  const rows = checked.map(({ line, item }): PreviewRow => {
    const faults = item.faults.map(({ column, path, reason }) => `${map[column] ?? column}${path}: ${reason}`);
    if (item.ok && item.key === undefined) faults.push("This record has no key: choose the column that holds it.");
    const cells = shown.map((field) =>
      field.type === "contexts" ? passages(item.content[field.id]) : excerpt(item.content[field.id]),
    );
    return { line, key: item.key ?? "", cells, faults };
  });

  return { head: shown.map((field) => field.label), rows };
}

function checkLabels(codebook: Codebook, kind: "judge" | "human", preview: Preview, mapping: Mapping): Checked {
  const columns = labelColumnsOf(codebook, preview.columns, mapping);
  const names = [...columns.values()];
  const person = columnFor(kind === "judge" ? "run" : "rater", preview.columns, mapping);
  const rows = preview.records.map(({ line, value }): PreviewRow => {
    const key = keyOfRecord(codebook, value, mapping);
    const given = Object.fromEntries([...columns].map(([column, name]) => [name, value[column]]));
    const read = deriveFromImported(codebook, {}, given, kind);
    const faults = read.faults.map((fault) => `${fault.column}: “${fault.value}” is ${fault.reason}`);
    if (!key.ok) faults.unshift(`${key.column}: ${key.reason}`);
    if (names.length === 0) faults.push("No column is chosen for a label.");
    const said = read.contradictions.map(({ derived, gives }) => `${derived} is taken as ${gives}`);
    const cells = names.map((name) => read.answers[name] ?? read.derived[name] ?? excerpt(given[name]));
    if (person !== undefined) cells.push(excerpt(value[person]));
    return { line, key: key.ok ? key.key : "", cells: [...cells, said.join("; ")], faults };
  });
  const head = [...columns.keys(), ...(person === undefined ? [] : [person])];

  return { head: [...head, "Contradictions"], rows };
}

function passages(value: unknown): string {
  const contexts = value as Passage[] | undefined;
  if (!contexts || contexts.length === 0) return "none";
  const [first] = contexts;

  return excerpt(`${contexts.length > 1 ? `${contexts.length} passages: ` : ""}${first?.context}`);
}

function excerpt(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);

  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
