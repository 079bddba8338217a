import { asksOf } from "@/lib/codebooks/questions-for";
import type { Codebook, CodebookField, CodebookQuestion } from "@/lib/codebooks/schema";

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
    derived: codebook.derived.map((derived) => ({
      ...derived,
      aliases: [],
      options: derived.options.map((option) => ({ ...option, aliases: [] })),
    })),
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

function forRater(question: CodebookQuestion): CodebookQuestion {
  return {
    ...question,
    aliases: [],
    options: question.options
      .filter((option) => asksOf(option.askedOf, "human"))
      .map((option) => ({ ...option, aliases: [] })),
    criteria: question.criteria.filter((criterion) => asksOf(criterion.askedOf, "human")),
    variants: question.variants.filter((variant) => asksOf(variant.askedOf, "human")),
  };
}

/** The wording in which humans are asked: the first variant for them, else the question's text. */
export function wordingOf(question: CodebookQuestion): string {
  return question.variants.find((variant) => asksOf(variant.askedOf, "human"))?.text ?? question.text;
}
