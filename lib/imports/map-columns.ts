import type { Codebook } from "@/lib/codebooks/schema";

/**
 * A record under the codebook's names: each mapped column moves to its field. A column that is not mapped keeps its
 * name, unless a mapped one takes that place.
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

/** Fields of a mapping that neither the codebook nor the import knows. */
export function unknownFields(
  codebook: Codebook,
  map: Readonly<Record<string, string>>,
  others: readonly string[],
): string[] {
  const known = new Set([...codebook.item.fields.map((field) => field.id), ...others]);

  return Object.keys(map).filter((field) => !known.has(field));
}
