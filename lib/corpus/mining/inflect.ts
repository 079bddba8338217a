/** A word's forms that a template may ask for. */
export type WordForm = "base" | "plural" | "gerund" | "past";

/**
 * A regular English form of a word or of the last (plural) or first (verb) word of a phrase; irregular ones are given in the term list.
 * A closing consonant is doubled only in words of one syllable.
 *
 * @example inflect("difficulty", "plural") // "difficulties"
 * @example inflect("deal with", "gerund") // "dealing with"
 */
export function inflect(phrase: string, form: WordForm): string {
  if (form === "base") return phrase;
  const words = phrase.split(" ");
  const at = form === "plural" ? words.length - 1 : 0;
  words[at] = change(words[at] ?? "", form);

  return words.join(" ");
}

function change(word: string, form: WordForm): string {
  if (form === "plural") {
    if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;

    return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  }
  const doubled = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word) ? word + word.slice(-1) : word;
  if (form === "gerund") return `${/[^e]e$/.test(word) ? word.slice(0, -1) : doubled}ing`;
  if (word.endsWith("e")) return `${word}d`;

  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ied` : `${doubled}ed`;
}
