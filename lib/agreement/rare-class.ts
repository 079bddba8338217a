import { type AgreementTable, countReader } from "./count-table";

/**
 * The declared category with the fewest labels that is used at all, with its number of items. Below 5 items every
 * interval of a chance-corrected coefficient covers too rarely: say so beside it (docs/statistics.md).
 * Undefined where nothing is labelled. O(rows × labels).
 *
 * @example rarestClass(table); // { category: "BROADEN", items: 3 }
 */
export function rarestClass(table: AgreementTable): { readonly category: string; readonly items: number } | undefined {
  const read = countReader(table);
  const items = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    const counts = read(row);
    for (let entry = 0; entry < counts.size; entry++) {
      const category = counts.category[entry] ?? 0;
      items.set(category, (items.get(category) ?? 0) + (table.items[row] ?? 0));
    }
  }
  const [rarest] = [...items].sort(([, a], [, b]) => a - b);

  return rarest && { category: table.categories[rarest[0]] ?? "", items: rarest[1] };
}
