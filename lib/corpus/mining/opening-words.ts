const COMMA = 0x2c;

/** A word or comma at the opening of a sentence; `start` and `end` are UTF-16 offsets. `text` is lower case, in plain marks. */
export type OpeningToken = { text: string; start: number; end: number };

/**
 * The next word or comma from `at`, behind white space, in normal form: lower case, typographic apostrophes and hyphens as plain ones.
 *
 * @param text any text; @param at UTF-16 offset from which to look
 * @returns the token, or undefined where the text ends or another character (bracket, colon, sign) stands. O(token)
 * @example nextToken("To fix  this, we", 2) // { text: "fix", start: 3, end: 6 }
 */
export function nextToken(text: string, at: number): OpeningToken | undefined {
  let start = at;
  while (isSpace(text.charCodeAt(start))) start++;
  if (text.charCodeAt(start) === COMMA) return { text: ",", start, end: start + 1 };
  let end = start;
  let plain = true;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x27) continue;
    if (!(code >= 0x41 && code <= 0x5a) && !(code >= 0x80 && isWordCharacter(text.charAt(end)))) break;
    plain = false;
  }
  if (end === start) return undefined;
  const word = text.slice(start, end);

  return { text: plain ? word : plainWord(word), start, end };
}

/** Whether the character at `at`, behind white space, is a comma. @example commaBehind("this , we", 4) // true */
export function commaBehind(text: string, at: number): boolean {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next++;

  return text.charCodeAt(next) === COMMA;
}

/**
 * A marker's normal form: words in lower case with single blanks, commas close up, none at the end. "" where it is no row of words. O(n)
 *
 * @example normaliseMarker("  To address THIS ,  we propose,") // "to address this, we propose"
 */
export function normaliseMarker(marker: string): string {
  let normal = "";
  let at = 0;
  for (let token = nextToken(marker, 0); token; token = nextToken(marker, at)) {
    at = token.end;
    if (token.text === ",") {
      if (normal === "" || normal.endsWith(",")) return "";
      normal += ",";
    } else normal += normal === "" ? token.text : ` ${token.text}`;
  }
  if (marker.slice(at).trim() !== "") return "";

  return normal.endsWith(",") ? normal.slice(0, -1) : normal;
}

/** The words and commas of a marker in normal form. @example markerTokens("in short, we") // ["in", "short", ",", "we"] */
export function markerTokens(normal: string): string[] {
  return normal.replaceAll(",", " ,").split(" ");
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || (code >= 0x09 && code <= 0x0d) || code === 0x2009 || code === 0x202f;
}

const wordCharacter = /[\p{L}\p{M}\p{N}\u2019\u02bc\u2010\u2011]/u;

function isWordCharacter(character: string): boolean {
  return wordCharacter.test(character);
}

function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[\u2010\u2011]/g, "-");
}
