import { findLabelColumn, labelColumns } from "@/lib/codebooks/find-label-column";
import { LABEL_FIELDS, type LabelMapping } from "@/lib/codebooks/import-columns";
import type { Codebook } from "@/lib/codebooks/schema";
import { ServiceError } from "@/lib/errors";

/** Refuses a mapping that names what the codebook does not have, or one label twice. */
export function checkMapping(codebook: Codebook, { labels, map }: LabelMapping): void {
  const unknown = unknownFields(codebook, map, LABEL_FIELDS);
  if (unknown.length > 0) throw new ServiceError("bad_input", `There is no field ${unknown.join(", ")} to map to.`);
  const seen = new Set<string>();
  for (const name of Object.values(labels)) {
    const column = findLabelColumn(codebook, name);
    if (!column) {
      const wanted = labelColumns(codebook).map(({ id }) => id);
      throw new ServiceError("bad_input", `"${name}" is no label of this codebook. It has ${wanted.join(", ")}.`);
    }
    if (seen.has(column.id)) throw new ServiceError("bad_input", `Two columns are mapped to ${column.id}.`);
    seen.add(column.id);
  }
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
