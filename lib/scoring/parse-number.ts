/**
 * A finite decimal number as text, or why it is none. Nothing is guessed: `nan`, `inf`, hexadecimal, a decimal comma and
 * numbers beyond double precision's range are refused. O(length).
 *
 * @example parseScore("-4.2e1"); // => { value: -42 }
 */
export function parseScore(text: string): { readonly value: number } | { readonly reason: string } {
  if (/^[+-]?(nan|inf(inity)?)$/i.test(text)) return { reason: `The score ${text} is not finite.` };
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { reason: `The score ${text} is not a number.` };
  const value = Number(text);

  return Number.isFinite(value) ? { value } : { reason: `The score ${text} is not finite.` };
}

/**
 * An integer grade as text, or why it is none. Fractions are refused (trec_eval cuts .7 to 0 without a word); `1.0` is 1.
 * O(length).
 *
 * @example parseGrade("0.7"); // => { reason: "The grade 0.7 is not an integer. …" }
 */
export function parseGrade(text: string): { readonly value: number } | { readonly reason: string } {
  if (!/^[+-]?\d+(\.0*)?$/.test(text)) {
    return { reason: `The grade ${text} is not an integer. Map grades to integers first; nothing is rounded here.` };
  }
  const value = Number(text);

  return Math.abs(value) <= 1_000_000 ? { value: value + 0 } : { reason: `The grade ${text} is beyond a million.` };
}
