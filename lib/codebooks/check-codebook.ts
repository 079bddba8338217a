import { checkItemFields } from "./check-item-fields";
import { checkKeys } from "./check-keys";
import { type CodebookFault, checkNames } from "./check-names";
import { checkReferences } from "./check-references";
import { checkScales } from "./check-scales";
import { asksOf } from "./questions-for";
import type { Codebook } from "./schema";

export type CodebookCheck = { faults: CodebookFault[]; warnings: CodebookFault[] };

/**
 * Everything that the shape alone cannot say: names that collide, references that lead nowhere, keys with two meanings,
 * maps that leave an option out, scales out of order, fields that do not fit. `path` leads into the codebook's object;
 * `parseCodebook` turns it into a line. Faults refuse a codebook; warnings are for its author. O(size of codebook).
 * @example checkCodebook(mustCite) // { faults: [], warnings: [] }
 */
export function checkCodebook(codebook: Codebook): CodebookCheck {
  const faults = [
    ...checkNames(codebook),
    ...checkItemFields(codebook),
    ...checkReferences(codebook),
    ...checkScales(codebook),
    ...checkKeys(codebook),
  ];
  return { faults, warnings: warningsOf(codebook) };
}

function warningsOf(codebook: Codebook): CodebookFault[] {
  const warnings: CodebookFault[] = [];
  codebook.questions.forEach((question, q) => {
    question.options.forEach((option, o) => {
      if (option.key !== undefined || !asksOf(option.askedOf, "human")) return;
      const reason = `option ${option.id} has no key, so it cannot be chosen by keyboard alone`;
      warnings.push({ path: ["questions", q, "options", o], reason });
    });
  });
  codebook.item.fields.forEach((field, i) => {
    if (field.type !== "window" || field.marker !== undefined) return;
    if (field.markerFrom !== undefined || field.citedAs !== undefined) return;
    const reason = `nothing says where the target stands in ${field.id}: give marker, markerFrom or citedAs`;
    warnings.push({ path: ["item", "fields", i], reason });
  });
  if (!codebook.item.fields.some((field) => field.showTo === "rater" || field.showTo === "both")) {
    warnings.push({
      path: ["item", "fields"],
      reason: "raters are shown no field: only judges' labels can be imported",
    });
  }
  return warnings;
}
