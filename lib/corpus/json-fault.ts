/** The deepest nesting of objects and arrays a record may have. */
export const MAX_JSON_DEPTH = 64;

export type JsonFault = { index: number; reason: string };

/**
 * Why a number cannot be kept exactly, or undefined where it can: integers outside ±(2^53 − 1), more than 17 significant digits, overflow and underflow are refused.
 *
 * @param token a JSON number
 * @example numberFault("9007199254740993") // "9007199254740993 has more digits than …"
 */
export function numberFault(token: string): string | undefined {
  const value = Number(token);
  const { digits, whole } = significantDigits(token);
  const exact = whole
    ? Number.isSafeInteger(value)
    : Number.isFinite(value) &&
      (value !== 0 || digits === 0) &&
      digits <= 17 &&
      (digits <= 15 || Math.abs(value) <= Number.MAX_SAFE_INTEGER || onlyDigits(token) === onlyDigits(String(value)));
  if (exact) return undefined;
  const short = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  return `${short} has more digits than a JSON number can keep. Write it in quotes ("${short}").`;
}

/** Digits without zeros in front and behind, and whether the number is written as an integer. */
function significantDigits(token: string): { digits: number; whole: boolean } {
  let digits = 0;
  let zeros = 0;
  let whole = true;
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    if (code === 0x2e) whole = false;
    else if (code === 0x65 || code === 0x45) return { digits, whole: false };
    else if (code === 0x30) zeros++;
    else if (code > 0x30) {
      digits += digits === 0 ? 1 : zeros + 1;
      zeros = 0;
    }
  }
  return { digits, whole };
}

function onlyDigits(token: string): string {
  return token.replace(/[eE].*$|\D/g, "").replace(/^0+|0+$/g, "");
}

/** A JSON number, to be used sticky. */
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapeToken = /\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))/y;
const lowHalf = /\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;
const space = /[ \t\r\n]*/y;
const literal = /true|false|null/y;
const unsafeKeys = new Set(["__proto__", "constructor"]);

/**
 * The first fault in a JSON text: syntax, nesting over 64, a key that stands twice in one object, `__proto__` and `constructor` keys,
 * NUL, lone surrogates (also as `\ud83c`), numbers that would lose digits. A strict reading of RFC 8259.
 *
 * @param text one JSON value, white space around it allowed
 * @returns UTF-16 index of the fault and the reason, or undefined. O(n)
 * @example findJsonFault('{"a":1,"a":2}') // { index: 7, reason: 'The key "a" stands twice in one object.' }
 */
export function findJsonFault(text: string): JsonFault | undefined {
  let at = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function unexpected(wanted: string): JsonFault {
    const code = text.codePointAt(at);
    if (code === undefined) return { index: at, reason: `The record ends here; expected ${wanted}.` };
    if (code === 0) return { index: at, reason: "NUL (U+0000) cannot be stored." };
    return { index: at, reason: `Not valid JSON: found ${showCharacter(code)}, expected ${wanted}.` };
  }

  function string(): JsonFault | string {
    const start = at;
    const end = readString(text, start);
    if (typeof end !== "number") return end;
    at = end;
    return JSON.parse(text.slice(start, end)) as string;
  }

  function object(depth: number): JsonFault | undefined {
    const seen = new Set<string>();
    at++;
    match(space);
    if (text[at] === "}") {
      at++;
      return undefined;
    }
    for (;;) {
      match(space);
      const start = at;
      if (text[at] !== '"') return unexpected("a key in double quotes");
      const key = string();
      if (typeof key !== "string") return key;
      if (unsafeKeys.has(key)) return { index: start, reason: `The key "${key}" is refused.` };
      if (seen.has(key)) return { index: start, reason: `The key "${shorten(key)}" stands twice in one object.` };
      seen.add(key);
      match(space);
      if (text[at] !== ":") return unexpected("a colon");
      at++;
      const fault = value(depth);
      if (fault) return fault;
      if (text[at] === "}") break;
      if (text[at] !== ",") return unexpected('"," or "}"');
      at++;
    }
    at++;
    return undefined;
  }

  function array(depth: number): JsonFault | undefined {
    at++;
    match(space);
    if (text[at] === "]") {
      at++;
      return undefined;
    }
    for (;;) {
      const fault = value(depth);
      if (fault) return fault;
      if (text[at] === "]") break;
      if (text[at] !== ",") return unexpected('"," or "]"');
      at++;
    }
    at++;
    return undefined;
  }

  function value(depth: number): JsonFault | undefined {
    match(space);
    const fault = bare(depth);
    if (!fault) match(space);
    return fault;
  }

  function bare(depth: number): JsonFault | undefined {
    const start = at;
    const first = text[at];
    if (first === "{" || first === "[") {
      if (depth >= MAX_JSON_DEPTH) return { index: at, reason: `Nested deeper than ${MAX_JSON_DEPTH} levels.` };
      return first === "{" ? object(depth + 1) : array(depth + 1);
    }
    if (first === '"') {
      const token = string();
      return typeof token === "string" ? undefined : token;
    }
    if (match(literal) !== undefined) return undefined;
    const number = match(numberToken);
    if (number === undefined) return unexpected("a value");
    const reason = numberFault(number);
    return reason === undefined ? undefined : { index: start, reason };
  }

  return value(0) ?? (at < text.length ? unexpected("the end of the record") : undefined);
}

/** Index after the closing quote of the string that opens at `start`, or its first fault. */
function readString(text: string, start: number): number | JsonFault {
  let i = start + 1;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code === 0) return { index: i, reason: "NUL (U+0000) cannot be stored." };
    if (code < 0x20) {
      const reason = `Not valid JSON: ${showCharacter(code)} inside a string must be written as an escape.`;
      return { index: i, reason };
    }
    if (code !== 0x5c) {
      i++;
      continue;
    }
    escapeToken.lastIndex = i;
    const [found, hex] = escapeToken.exec(text) ?? [];
    if (found === undefined) return { index: i, reason: "Not valid JSON: unknown escape in a string." };
    const unit = hex === undefined ? -1 : Number.parseInt(hex, 16);
    if (unit === 0) return { index: i, reason: "NUL (\\u0000) cannot be stored." };
    if (unit >= 0xd800 && unit <= 0xdfff) {
      lowHalf.lastIndex = i + 6;
      const paired = unit <= 0xdbff && lowHalf.test(text);
      if (!paired) return { index: i, reason: `${found} is half of a surrogate pair: no character.` };
      i += 6;
    }
    i += found.length;
  }
  return { index: start, reason: "Not valid JSON: this string is not closed." };
}

function showCharacter(code: number): string {
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code > 0x20 && code < 0x7f ? `"${String.fromCodePoint(code)}"` : hex;
}

function shorten(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key;
}
