import type { CorpusFault } from "@/lib/corpus/read-events";
import { inflect, type WordForm } from "./inflect";
import { DISTRACTOR_CLASSES, type Marker, RELATIONS } from "./marker";
import { normaliseMarker } from "./opening-words";

/**
 * A term of a list: its text, of which regular forms are made, or its forms one by one. `one` and `many` are forms that agree in number
 * over the whole pattern (this problem, these problems).
 */
export type Term = string | Partial<Record<WordForm | "one" | "many", string>>;

/**
 * Patterns with slots and the lists that fill them. A slot is `{list}` or `{list:gerund}`; `{list:number}` agrees in number with the
 * other slots so marked: `to {solve} {this:number} {problem:number}`.
 */
export type TemplateSet = { relation: string; patterns: string[]; lists: Record<string, Term[]> };

const SLOT = /\{([a-z_]+)(?::([a-z]+))?\}/g;
const FORMS = ["base", "plural", "gerund", "past", "number"];
/** More would be no list that anyone screens. */
export const MOST_EXPANDED = 100_000;

/**
 * All markers that templates stand for, in normal form, unvetted, of origin `template`: slots × term lists × inflection. A phrase that two
 * patterns give comes once. O(output)
 *
 * @param sets as in the file; each names a known class
 * @returns the markers in the order of patterns and lists, and what is wrong with the templates
 * @example expandTemplates([{ relation: "ADDRESS", patterns: ["to {v} this"], lists: { v: ["fix", "solve"] } }]).markers.length // 2
 */
export function expandTemplates(sets: readonly TemplateSet[]): { markers: Marker[]; faults: CorpusFault[] } {
  const markers = new Map<string, Marker>();
  const faults: CorpusFault[] = [];
  for (const [index, set] of sets.entries()) {
    const relation = [...RELATIONS, ...DISTRACTOR_CLASSES].find((one) => one === set.relation);
    if (!relation) {
      faults.push({ reason: `Template set ${index + 1}: there is no class ${set.relation}.` });
      continue;
    }
    for (const pattern of set.patterns) {
      const wrong = patternFault(pattern, set);
      if (wrong !== undefined) {
        faults.push({ reason: `Pattern “${pattern}”: ${wrong}` });
        continue;
      }
      for (const number of pattern.includes(":number}") ? (["one", "many"] as const) : (["one"] as const)) {
        for (const phrase of fill(pattern, set.lists, number)) {
          const marker = normaliseMarker(phrase);
          const before = markers.get(marker);
          if (before && before.relation !== relation)
            faults.push({ reason: `“${marker}” comes out as ${before.relation} and as ${relation}.` });
          if (marker !== "" && !before)
            markers.set(marker, { marker, relation, origin: "template", status: "unvetted", comma: "required" });
          if (markers.size > MOST_EXPANDED)
            return { markers: [], faults: [{ reason: `The templates stand for more than ${MOST_EXPANDED} markers.` }] };
        }
      }
    }
  }

  return { markers: [...markers.values()], faults };
}

function patternFault(pattern: string, { lists }: TemplateSet): string | undefined {
  for (const [, list = "", form = "base"] of pattern.matchAll(SLOT)) {
    if (!Object.hasOwn(lists, list)) return `there is no list ${list}.`;
    if (!FORMS.includes(form)) return `there is no form ${form}; there are ${FORMS.join(", ")}.`;
  }

  return /[{}]/.test(pattern.replaceAll(SLOT, "")) ? "a slot is written {list} or {list:form}." : undefined;
}

function* fill(pattern: string, lists: Record<string, Term[]>, number: "one" | "many"): Generator<string> {
  const slot = new RegExp(SLOT.source).exec(pattern);
  if (!slot) {
    yield pattern;
    return;
  }
  const [whole, list = "", form = "base"] = slot;
  for (const term of lists[list] ?? []) {
    const text = formOf(term, form, number);
    if (text === undefined) continue;
    const filled = pattern.slice(0, slot.index) + text + pattern.slice(slot.index + whole.length);
    yield* fill(filled, lists, number);
  }
}

/** A term's form; undefined where the term has none of that kind (a mass noun has no plural). */
function formOf(term: Term, form: string, number: "one" | "many"): string | undefined {
  const wanted = form === "number" ? (number === "one" ? "base" : "plural") : (form as WordForm);
  if (typeof term === "string") return inflect(term, wanted);
  if (form === "number") return term[number] ?? (number === "one" ? term.base : term.plural);

  return term[wanted] ?? (term.base === undefined ? undefined : inflect(term.base, wanted));
}
