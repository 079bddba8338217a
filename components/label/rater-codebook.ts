import { asksOf } from "@/lib/codebooks/questions-for";
import type { Codebook, CodebookDerived, CodebookField, CodebookQuestion } from "@/lib/codebooks/schema";
import { wordingFor } from "@/lib/codebooks/wording-for";

/**
 * The codebook as a rater may see it: no judge's prompt, criteria, options or wordings, no import spellings, and only
 * the item fields that raters are shown. What is left is a codebook of the same shape, for the same functions.
 */
export function raterCodebook(codebook: Codebook): Codebook {
  return {
    ...codebook,
    judge: { preamble: "", answerFormat: "" },
    item: { key: [], fields: codebook.item.fields.filter(isShown).map(asServed) },
    questions: codebook.questions
      .filter((question) => question.options.some((option) => asksOf(option.askedOf, "human")))
      .map(forRater),
    derived: codebook.derived.map((derived) => derivedForRater(codebook, derived)),
  };
}

function isShown(field: CodebookField): boolean {
  return field.showTo === "rater" || field.showTo === "both";
}

/** Counts come over the wire as numbers, computed by the server. */
function asServed(field: CodebookField): CodebookField {
  const { of: _, given: __, citedAs: ___, markerFrom: ____, ...kept } = field;

  return { ...kept, aliases: [], type: field.type === "count" ? "integer" : field.type };
}

function derivedForRater(codebook: Codebook, derived: CodebookDerived): CodebookDerived {
  const seen = { ...derived, aliases: [], options: derived.options.map((option) => ({ ...option, aliases: [] })) };
  if (!("map" in derived.rule)) return seen;
  const { question, to } = derived.rule.map;
  const options = codebook.questions.find((one) => one.id === question)?.options ?? [];
  const mine = new Set(options.filter((option) => asksOf(option.askedOf, "human")).map((option) => option.id));
  const kept = Object.fromEntries(Object.entries(to).filter(([option]) => mine.has(option)));

  return { ...seen, rule: { map: { question, to: kept } } };
}

/** In the wording, and with the criteria, in which humans are asked. */
function forRater(question: CodebookQuestion): CodebookQuestion {
  const { text, criteria } = wordingFor(question, "human");

  return {
    ...question,
    text,
    aliases: [],
    variants: [],
    options: question.options
      .filter((option) => asksOf(option.askedOf, "human"))
      .map((option) => ({ ...option, aliases: [] })),
    criteria: criteria.map((criterion) => ({ ...criterion, askedOf: "human", variants: [] })),
  };
}
