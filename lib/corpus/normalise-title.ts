/**
 * A title as it is compared: compatibility forms taken apart (NFKD: ﬁ is fi, ² is 2, accents come off), lower case, every character that is
 * neither letter nor digit a blank, and single blanks between words. Greek and other letters stay. Letters that NFKD leaves whole are
 * written out (ß ss, æ ae, œ oe, ø o, đ d, ł l, ı i), and apostrophes close up, so that "Bayes’" is "bayes". Two titles that differ only
 * in type have one key; a title without letters and digits has the key "". Equal keys are a match to look at, not a proof. O(length).
 *
 * @example normaliseTitle("  “Naïve” Bayes: A Re-Examination "); // => "naive bayes a re examination"
 */
export function normaliseTitle(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(WHOLE_LETTER, (letter) => WRITTEN_OUT[letter] ?? letter)
    .replace(/['’‘ʼ`´]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
  ς: "σ",
};
const WHOLE_LETTER = new RegExp(`[${Object.keys(WRITTEN_OUT).join("")}]`, "g");

/**
 * How alike two normalised titles are: shared trigrams over all trigrams of both (Jaccard), each title taken with two blanks before and one
 * after every word, as PostgreSQL's pg_trgm counts. 0 … 1; 1 for equal titles, 0 where either is empty. O(length).
 *
 * @example titleSimilarity("random forests", "random forest"); // => 0.8125
 */
export function titleSimilarity(a: string, b: string): number {
  const left = trigrams(a);
  const right = trigrams(b);
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const one of left) if (right.has(one)) shared++;

  return shared / (left.size + right.size - shared);
}

function trigrams(text: string): Set<string> {
  const all = new Set<string>();
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) all.add(padded.slice(at, at + 3));
  }

  return all;
}
