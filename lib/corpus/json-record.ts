import { countCodePoints } from "./code-points";
import { findJsonFault, type JsonFault, MAX_JSON_DEPTH, numberFault } from "./json-fault";
import type { CorpusFault, CorpusRecord } from "./read-events";

export type ParsedRecord = { ok: true; record: CorpusRecord } | { ok: false; fault: CorpusFault };

/**
 * Parses one JSON object strictly (see findJsonFault). A record is a JSON object; anything else is a fault.
 *
 * @param text the object; @param line line on which it starts; @param column code-point column, from 1, at which it starts
 * @returns the record, or the fault with its own line and column. O(n); the common case costs one scan beside JSON.parse
 * @example parseJsonRecord('{"key":"a"}', 7) // { ok: true, record: { line: 7, value: { key: "a" } } }
 */
export function parseJsonRecord(text: string, line: number, column = 1): ParsedRecord {
  const keys = scan(text);
  const value = keys === undefined ? undefined : parse(text);
  if (keys === undefined || value === undefined || countKeys(value) !== keys) {
    const found = findJsonFault(text);
    if (found) return { ok: false, fault: place(text, found, line, column) };
  }
  const record = value === undefined ? parse(text) : value;
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    const start = text.length - text.trimStart().length;
    return { ok: false, fault: place(text, { index: start, reason: "A record must be a JSON object." }, line, column) };
  }
  return { ok: true, record: { line, value: record as Record<string, unknown> } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Escapes that may hide a key, NUL or half a surrogate pair. */
const riskyEscape = /\\u(?:00[0-7]|[dD][89a-fA-F])/;

/** Number of keys in the text by its colons, or undefined where a slow look is needed. */
function scan(text: string): number | undefined {
  if (text.includes('"__proto__"') || text.includes('"constructor"')) return undefined;
  if (text.includes("\\u") && riskyEscape.test(text)) return undefined;
  let keys = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = closingQuote(text, i);
      if (i < 0) return undefined;
    } else if (code === 0x3a) keys++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_JSON_DEPTH) return undefined;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = i;
      while (isNumberCode(text.charCodeAt(i + 1))) i++;
      if (i - start >= 3 && numberFault(text.slice(start, i + 1)) !== undefined) return undefined;
    }
  }
  return keys;
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close > 0 && text.charCodeAt(close - 1) === 0x5c) {
    let slashes = 1;
    while (text.charCodeAt(close - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return close;
    close = text.indexOf('"', close + 1);
  }
  return close;
}

/** Digits, sign, dot, e and E. */
function isNumberCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d
  );
}

/** Fewer keys than colons means that one stood twice. */
function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += countKeys(entry);
    return count;
  }
  for (const key in value) count += 1 + countKeys((value as Record<string, unknown>)[key]);
  return count;
}

function place(text: string, fault: JsonFault, line: number, column: number): CorpusFault {
  const before = text.slice(0, fault.index);
  const newline = before.lastIndexOf("\n");
  if (newline < 0) return { line, column: column + countCodePoints(before), reason: fault.reason };
  const passed = before.split("\n").length - 1;
  return { line: line + passed, column: countCodePoints(before.slice(newline + 1)) + 1, reason: fault.reason };
}
