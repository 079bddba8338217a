import { UsageError } from "@/bin/command";
import type { CorpusFault } from "@/lib/corpus/read-events";
import type { LabelText } from "./collect-labels";
import { refused } from "./read-label-file";
import type { Scale } from "./wire";

export type Declared = { categories: string[]; values?: number[]; notices: string[] };

/**
 * The ordered category list: as declared, or (nominal, or all labels numbers) from the labels, and then said so.
 * Refuses what would be guesswork: labels that are not declared, fractions as names, one number written in two ways,
 * numbers and texts mixed.
 */
export function declareCategories(
  labels: readonly LabelText[],
  options: { fileName: string; scale: Scale; categories?: readonly string[] },
): Declared {
  const { fileName, scale } = options;
  const faults = [...mixedTypes(labels), ...(scale === "nominal" ? fractions(labels) : [])];
  if (faults.length > 0) throw refused(fileName, faults);
  const texts = labels.map((label) => label.text);
  const numeric = texts.every(isNumber);
  const categories = options.categories ? [...options.categories] : observedOrder(texts, numeric, scale);
  if (options.categories) {
    const unknown = labels.filter((label) => !categories.includes(label.text));
    if (unknown.length > 0)
      throw refused(
        fileName,
        unknown.map((label) => unknownLabel(label, categories)),
      );
  }
  const allNumbers = categories.every(isNumber);
  if (!allNumbers && (scale === "interval" || scale === "ratio")) {
    const odd = categories.find((category) => !isNumber(category));
    throw new UsageError(`The ${scale} scale needs numbers; ${JSON.stringify(odd)} is none.`);
  }
  if (scale !== "nominal") refuseTwins(categories, labels, fileName);
  const order = numeric ? "by number" : "in code point order";

  return {
    categories,
    ...(allNumbers && categories.length > 0 && { values: categories.map(Number) }),
    notices:
      options.categories || categories.length === 0
        ? []
        : [`Categories taken from the labels, ${order}: ${listed(categories)}. Unused ones count too: --categories.`],
  };
}

const LISTED = 20;

function listed(categories: readonly string[]): string {
  const rest = categories.length - LISTED;

  return `${categories.slice(0, LISTED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function observedOrder(texts: readonly string[], numeric: boolean, scale: Scale): string[] {
  const distinct = [...new Set(texts)];
  if (numeric) return distinct.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  if (scale === "nominal") return distinct.sort((a, b) => (a < b ? -1 : 1));
  throw new UsageError(
    `The order of these labels is not known: ${distinct.slice(0, 8).join(", ")}. Declare it, lowest first: --categories ${distinct.slice(0, 8).join(",")}`,
  );
}

/** Plain decimal notation; no spaces, no hexadecimal, no Infinity. */
export function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

function mixedTypes(labels: readonly LabelText[]): CorpusFault[] {
  const first = labels[0];
  const other = labels.find((label) => label.type !== first?.type);
  if (!first || !other) return [];
  const reason = `The label ${JSON.stringify(other.text)} is a ${other.type} here; line ${first.line} has a ${first.type}. Write all labels alike.`;

  return [{ line: other.line, column: other.column, reason }];
}

function fractions(labels: readonly LabelText[]): CorpusFault[] {
  return labels
    .filter((label) => isNumber(label.text) && !Number.isInteger(Number(label.text)))
    .map((label) => ({
      line: label.line,
      column: label.column,
      reason: `${label.text} is a measured number, not a name: rounding alone would count as disagreement. Say --scale interval (or ratio), or round or rename the labels.`,
    }));
}

function unknownLabel(label: LabelText, categories: readonly string[]): CorpusFault {
  const near = categories.find(
    (category) =>
      category.trim().toLowerCase() === label.text.trim().toLowerCase() ||
      (isNumber(category) && isNumber(label.text) && Number(category) === Number(label.text)),
  );
  const hint = near === undefined ? "" : ` (labels are compared as they stand: ${JSON.stringify(near)} is another one)`;

  return {
    line: label.line,
    column: label.column,
    reason: `${JSON.stringify(label.text)} is not among the declared categories${hint}.`,
  };
}

/** "1" and "1.0" would be two categories at one place. */
function refuseTwins(categories: readonly string[], labels: readonly LabelText[], fileName: string): void {
  const seen = new Map<number, string>();
  for (const category of categories) {
    if (!isNumber(category)) continue;
    const twin = seen.get(Number(category));
    if (twin !== undefined) {
      const place = labels.find((label) => label.text === category);
      const reason = `${twin} and ${category} are one number written in two ways. Write it in one.`;
      throw refused(fileName, [{ ...(place && { line: place.line, column: place.column }), reason }]);
    }
    seen.set(Number(category), category);
  }
}
