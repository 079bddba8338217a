import { conditionReferences } from "./condition-references";
import type { Passage } from "./item-schema";
import { fieldValue } from "./label-state";
import type { Codebook, CodebookField } from "./schema";

/** Code-point offsets, end exclusive. */
export type Span = { start: number; end: number };

export type ViewValue = string | number | boolean | { section: string; text: string }[];

/** One field as it is shown. Nothing else of the item goes over the wire (`ServedField` in lib/labels/wire.ts). */
export type ViewField = Pick<CodebookField, "id" | "label" | "type" | "display"> & {
  value: ViewValue;
  /** window and contexts: one list a passage; empty where the target is not located. */
  targets?: Span[][];
  /** The sentences around each target, where `locate` gives them. */
  citing?: Span[][];
};

export type ItemView = { fields: ViewField[] };

/** What stands for the target in a passage: a literal marker, or a citation string. */
export type MarkedPassage = { text: string; marker?: string; citedAs?: string };

/** Finds the target in one passage. The default takes marker and citation string literally. */
export type Locate = (passage: MarkedPassage) => { targets: Span[]; citing?: Span[] };

/**
 * Exactly the fields that the codebook shows to raters, in its order, absent ones left out: no key, no id, no value of
 * a field for judges or nobody. Where a hidden field tells where the target is (`citedAs`, `markerFrom`), only the
 * offsets are given. `locate`: a matcher that knows citation styles; the default looks for the literal. O(size).
 * @example raterView(citationRole, content).fields.map((field) => field.id) // ["context_text"]
 */
export function raterView(codebook: Codebook, content: Readonly<Record<string, unknown>>, locate?: Locate): ItemView {
  return view(codebook, content, ["rater", "both"], locate);
}

/**
 * Exactly the fields that the codebook shows to judges, likewise.
 * @example judgeView(mustCite, content).fields.some((field) => field.id === "cited_year") // false
 */
export function judgeView(codebook: Codebook, content: Readonly<Record<string, unknown>>, locate?: Locate): ItemView {
  return view(codebook, content, ["judge", "both"], locate);
}

/**
 * The values that `askWhen` and floors read, so that a page can tell what to ask next. Only fields that raters see
 * (a codebook whose conditions read others is refused).
 * @example conditionFields(markerPair, content) // { relation: "ADDRESS" }
 */
export function conditionFields(
  codebook: Codebook,
  content: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean | null> {
  const conditions = [
    ...codebook.questions.flatMap(({ askWhen }) => askWhen ?? []),
    ...codebook.floors.map(({ when }) => when),
  ];
  const rules = codebook.derived.flatMap(({ rule }) => ("when" in rule ? rule.when : []));
  const named = new Set(
    [...conditions, ...rules].flatMap((condition) =>
      conditionReferences(condition).flatMap(({ kind, id }) => (kind === "field" ? [id] : [])),
    ),
  );
  const values: Record<string, string | number | boolean | null> = {};
  for (const field of codebook.item.fields) {
    if (!named.has(field.id) || !isShown(field, ["rater", "both"])) continue;
    const value = fieldValue(codebook, content, field.id);
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    values[field.id] = plain ? value : null;
  }
  return values;
}

function isShown(field: CodebookField, audiences: readonly CodebookField["showTo"][]): boolean {
  return audiences.includes(field.showTo);
}

function view(
  codebook: Codebook,
  content: Readonly<Record<string, unknown>>,
  audiences: readonly CodebookField["showTo"][],
  locate: Locate = literally,
): ItemView {
  return {
    fields: codebook.item.fields.flatMap((field) => {
      const value = isShown(field, audiences) ? fieldValue(codebook, content, field.id) : undefined;
      return value === undefined ? [] : [viewField(field, value, content, locate)];
    }),
  };
}

function viewField(
  field: CodebookField,
  value: unknown,
  content: Readonly<Record<string, unknown>>,
  locate: Locate,
): ViewField {
  const { id, label, type, display } = field;
  const shown = { id, label, type, display };
  if (type !== "window" && type !== "contexts") return { ...shown, value: value as ViewValue };
  const passages = type === "window" ? [String(value)] : (value as Passage[]).map(({ context }) => context);
  const located = passages.map((text) => locate({ text, ...targetOf(field, content) }));
  const citing = located.some((found) => found.citing) ? { citing: located.map((found) => found.citing ?? []) } : {};
  return {
    ...shown,
    value:
      type === "window"
        ? String(value)
        : (value as Passage[]).map(({ section, context }) => ({ section, text: context })),
    targets: located.map((found) => found.targets),
    ...citing,
  };
}

function targetOf(field: CodebookField, content: Readonly<Record<string, unknown>>): Omit<MarkedPassage, "text"> {
  const own = field.markerFrom === undefined ? undefined : content[field.markerFrom];
  const marker = typeof own === "string" && own !== "" ? own : field.marker;
  const cited = field.citedAs === undefined ? undefined : content[field.citedAs];
  return {
    ...(marker === undefined ? {} : { marker }),
    ...(typeof cited === "string" && cited !== "" ? { citedAs: cited } : {}),
  };
}

function literally({ text, marker, citedAs }: MarkedPassage): { targets: Span[] } {
  const byMarker = marker === undefined ? [] : occurrences(text, marker);
  return { targets: byMarker.length > 0 || citedAs === undefined ? byMarker : occurrences(text, citedAs) };
}

/** Code-point spans of every occurrence of a literal. */
function occurrences(text: string, literal: string): Span[] {
  const spans: Span[] = [];
  const length = Array.from(literal).length;
  let start = 0;
  let from = 0;
  for (let found = text.indexOf(literal); found >= 0; found = text.indexOf(literal, from)) {
    start += Array.from(text.slice(from, found)).length;
    spans.push({ start, end: start + length });
    start += length;
    from = found + literal.length;
  }
  return spans;
}
