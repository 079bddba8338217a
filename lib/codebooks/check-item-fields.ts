import type { CodebookFault } from "./check-names";
import type { Codebook, CodebookField } from "./schema";

/**
 * Fields that do not fit together: key, focal, target and window name fields that exist and can play that part; a count
 * counts an array; a choice has values; only windows and contexts have markers. O(fields).
 * @example checkItemFields(mustCite) // []
 */
export function checkItemFields(codebook: Codebook): CodebookFault[] {
  const faults: CodebookFault[] = [];
  const { fields, key, focal, target, window } = codebook.item;
  const find = (id: string) => fields.find((field) => field.id === id);

  function refer(id: string | undefined, path: CodebookFault["path"], types: readonly CodebookField["type"][]): void {
    if (id === undefined) return;
    const field = find(id);
    if (field === undefined) faults.push({ path, reason: `there is no field ${id}` });
    else if (!types.includes(field.type)) {
      faults.push({ path, reason: `field ${id} is of type ${field.type}; here it must be ${types.join(" or ")}` });
    }
  }

  key.forEach((id, i) => {
    refer(id, ["item", "key", i], ["text", "integer", "choice"]);
  });
  refer(focal, ["item", "focal"], ["text", "integer"]);
  refer(target, ["item", "target"], ["text", "integer"]);
  refer(window, ["item", "window"], ["window", "text"]);

  fields.forEach((field, i) => {
    const at = (name: string) => ["item", "fields", i, name];
    const marked = field.type === "window" || field.type === "contexts";
    refer(field.of, at("of"), ["contexts"]);
    refer(field.given, at("given"), ["integer"]);
    refer(field.citedAs, at("citedAs"), ["text"]);
    refer(field.markerFrom, at("markerFrom"), ["text"]);
    if (field.type === "count" && field.of === undefined) {
      faults.push({ path: at("type"), reason: "a count needs `of`: the field whose entries it counts" });
    }
    if (field.type !== "count" && (field.of !== undefined || field.given !== undefined)) {
      faults.push({ path: at(field.of !== undefined ? "of" : "given"), reason: "only a count has `of` and `given`" });
    }
    if (field.type === "choice" && (field.values ?? []).length === 0) {
      faults.push({ path: at("type"), reason: "a choice needs `values`" });
    }
    if (field.type !== "choice" && field.values !== undefined) {
      faults.push({ path: at("values"), reason: "only a choice has `values`" });
    }
    for (const name of ["marker", "markerFrom", "citedAs"] as const) {
      if (field[name] !== undefined && !marked) {
        faults.push({ path: at(name), reason: "only a window or contexts have a marked target" });
      }
    }
  });
  return faults;
}
