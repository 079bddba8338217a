import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from "yaml";
import type { Path } from "./condition-references";
import { pathText } from "./path-text";

/** `line` and `column` count from 1. `path` as `questions[0].options[2].id`; empty for the whole file. */
export type FileFault = { line: number; column: number; path: string; reason: string };

export type ReadYaml =
  | { ok: true; value: unknown; warnings: FileFault[]; locate: (path: Path, reason: string) => FileFault }
  | { ok: false; faults: FileFault[] };

export const MAX_YAML_BYTES = 1_000_000;
const MAX_DEPTH = 64;

/**
 * Reads one YAML 1.2 or JSON document as plain values, with a function that turns a path into it back into line and
 * column (of the key where there is one; of the nearest thing above where the path leads nowhere). Safe on hostile
 * text: refused are more than 1 MB, NUL and lone surrogates (also escaped), duplicate keys, nesting over 64 levels and
 * alias bombs. A byte order mark is left out with a warning. O(size).
 * @example readYaml("a: [1, 2]") // { ok: true, value: { a: [1, 2] }, … }
 */
export function readYaml(text: string): ReadYaml {
  const body = text.replace(/^\uFEFF/, "");
  const refusal = refusalOf(body);
  if (refusal !== undefined) return refused(refusal);

  const lines = new LineCounter();
  const tokens = tokensOf(body, lines);
  if (tokens === undefined) return refused(`is nested more than ${MAX_DEPTH} levels deep`);
  // The library compares each key with all before it; a Set below does the same in linear time.
  const [document, second] = new Composer({ uniqueKeys: false }).compose(tokens, true, body.length);
  const at = (offset: number, path: string, reason: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), path, reason };
  };
  if (document === undefined) return refused("is empty");
  if (second !== undefined) {
    return { ok: false, faults: [at(second.range[0], "", "a second document starts here; a file holds one")] };
  }
  if (document.errors.length > 0) {
    return { ok: false, faults: document.errors.map((error) => at(error.pos[0], "", error.message)) };
  }
  const badKeys = keyFaults(document).map(({ offset, reason }) => at(offset, "", reason));
  if (badKeys.length > 0) return { ok: false, faults: badKeys };

  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError) return refused("uses too many aliases");
    throw error;
  }
  const pairs = new WeakMap<YAMLMap, Map<string, Pair>>();
  const locate = (path: Path, reason: string) => at(offsetOf(document, path, pairs), pathText(path), reason);
  const unfit = unfitValues(value);
  if (unfit.length > 0) return { ok: false, faults: unfit.map(({ path, reason }) => locate(path, reason)) };

  const warnings = document.warnings.map((warning) => at(warning.pos[0], "", warning.message));
  if (body !== text)
    warnings.unshift({ line: 1, column: 1, path: "", reason: "a byte order mark at the start was left out" });
  return { ok: true, value, warnings, locate };
}

function refused(reason: string): ReadYaml {
  return { ok: false, faults: [{ line: 1, column: 1, path: "", reason: `The file ${reason}.` }] };
}

function refusalOf(text: string): string | undefined {
  if (text.length > MAX_YAML_BYTES || new TextEncoder().encode(text).length > MAX_YAML_BYTES) return "is over 1 MB";
  if (text.includes("\0")) return "holds a NUL character: it is not text in UTF-8";
  if (/\p{Surrogate}/u.test(text)) return "holds half a character (a lone surrogate)";
  if (text.includes("\uFFFD")) return "holds U+FFFD, the sign of bytes that are not UTF-8: save it as UTF-8";
  return text.trim() === "" ? "is empty" : undefined;
}

/**
 * The tokens of a text, undefined where they nest too deeply: the library's parser keeps a stack of its own, but its
 * composer recurses and can bring the process down.
 */
function tokensOf(text: string, lines: LineCounter): CST.Token[] | undefined {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH) return undefined;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function keyFaults(document: Document.Parsed): { offset: number; reason: string }[] {
  const found: { offset: number; reason: string }[] = [];
  visit(document, {
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const offset = (isNode(key) ? key.range?.[0] : undefined) ?? map.range?.[0] ?? 0;
        if (!isScalar(key)) {
          found.push({ offset, reason: "a key is plain text, not a list or a map" });
          continue;
        }
        const name = String(key.value);
        if (seen.has(name)) found.push({ offset, reason: `a second key ${name}` });
        seen.add(name);
      }
    },
  });
  return found;
}

/** Strings that no database keeps, and structures that contain themselves through an alias. */
function unfitValues(root: unknown): { path: Path; reason: string }[] {
  const found: { path: Path; reason: string }[] = [];
  const open: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (path.length > MAX_DEPTH) return [{ path: path.slice(0, 1), reason: "nested too deeply, or within itself" }];
    if (typeof value === "string" && (value.includes("\0") || /\p{Surrogate}/u.test(value))) {
      found.push({ path, reason: "holds NUL or half a character" });
    } else if (Array.isArray(value)) {
      value.forEach((part, i) => {
        open.push({ value: part, path: [...path, i] });
      });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) open.push({ value: part, path: [...path, key] });
    }
  }
  return found;
}

function offsetOf(document: Document.Parsed, path: Path, pairs: WeakMap<YAMLMap, Map<string, Pair>>): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const byName = pairs.get(node) ?? pairsByName(node);
      pairs.set(node, byName);
      const pair = byName.get(String(step));
      if (pair === undefined) break;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const entry: unknown = node.items[Number(step)];
      if (!isNode(entry)) break;
      offset = entry.range?.[0] ?? offset;
      node = entry;
    } else break;
  }
  return offset;
}

function pairsByName(map: YAMLMap): Map<string, Pair> {
  return new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [])));
}
