import { SaxesParser } from "saxes";
import type { CorpusFault } from "@/lib/corpus/read-events";
import { firstInvalidUtf8 } from "@/lib/corpus/utf8";
import { DocumentError } from "./document";

/** Attributes by local name: `xml:id` and `xlink:href` are `id` and `href`. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** What a format does with the elements of a file. Names are local names. */
export type XmlHandler = {
  open: (name: string, attributes: XmlAttributes) => void;
  text: (text: string) => void;
  close: (name: string) => void;
};

/** The deepest nesting of elements. */
export const MAX_XML_DEPTH = 200;
/** The most bytes one document may have; in a file of many documents each has as much. */
export const MAX_XML_BYTES = 32 * 1024 * 1024;

const refusedNames = new Set(["__proto__", "constructor", "prototype"]);
const none: XmlAttributes = new Map();
const namePart = /[^:]*$/;

/**
 * Reads XML as a stream and tells a handler of each element and text. No entity is ever expanded but the five of XML and numeric ones; a DOCTYPE
 * with an internal subset is refused, no DTD is fetched. The first error ends the file: it has line and column, and nothing after it is read.
 *
 * @param bytes UTF-8 without BOM; @param handler told in file order
 * @returns yields after each chunk, so that the caller can give out what is complete. Throws DocumentError. O(bytes); memory O(depth + longest text)
 * @example for await (const _ of readXml(bytes, handler)) yield* documents.splice(0)
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  restart: () => boolean = () => false,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const names: string[] = [];
  const localNames = new Map<string, string>();
  let size = 0;

  /** The character that was read last; between pieces the one after it. */
  function here(after = 0): CorpusFault {
    return { line: parser.line, column: parser.column + after, reason: "" };
  }
  function refuse(reason: string, after = 0): never {
    throw new DocumentError({ ...here(after), reason });
  }
  function localName(name: string): string {
    let local = localNames.get(name);
    if (local === undefined) {
      local = namePart.exec(name)?.[0] ?? name;
      if (refusedNames.has(local)) refuse(`An element or attribute named "${local}" is refused.`);
      if (localNames.size < 10_000) localNames.set(name, local);
    }
    return local;
  }

  parser.on("error", (error) => {
    throw new DocumentError({ ...here(), reason: sayXmlError(error.message, names) });
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(encoding))
      refuse(`The file says that it is ${encoding}. Save it as UTF-8.`);
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) refuse("A DOCTYPE with declarations of its own (an internal subset) is refused.");
  });
  parser.on("opentag", (tag) => {
    const name = localName(tag.name);
    if (names.length >= MAX_XML_DEPTH) refuse(`Elements are nested deeper than ${MAX_XML_DEPTH} levels.`);
    names.push(name);
    let attributes: Map<string, string> | undefined;
    for (const key in tag.attributes) {
      attributes ??= new Map();
      attributes.set(localName(key), tag.attributes[key] ?? "");
    }
    handler.open(name, attributes ?? none);
  });
  parser.on("text", (text) => handler.text(text));
  parser.on("cdata", (text) => handler.text(text));
  parser.on("closetag", () => handler.close(names.pop() ?? ""));

  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let offset = 0;

  function decode(block: Uint8Array): string {
    try {
      return decoder.decode(block, { stream: true });
    } catch {
      const at = Math.max(0, firstInvalidUtf8(block));
      feed(new TextDecoder("utf-8", { ignoreBOM: true }).decode(block.subarray(0, at)));
      refuse(`Not UTF-8 near byte ${offset + at} of the file. Save the file as UTF-8.`, 1);
    }
  }
  /** What a handler refuses gets the place where the reader stands. */
  function feed(text: string): void {
    try {
      parser.write(text);
    } catch (error) {
      if (error instanceof DocumentError && error.fault.line === undefined)
        throw new DocumentError({ ...here(), ...error.fault });
      throw error;
    }
  }

  for await (const block of bytes) {
    size += block.length;
    if (size > MAX_XML_BYTES) refuse(`The document is larger than ${MAX_XML_BYTES / 1024 / 1024} MB.`, 1);
    feed(decode(block));
    offset += block.length;
    if (restart()) size = 0;
    yield;
  }
  try {
    decoder.decode();
  } catch {
    refuse("The file ends inside a character: it is cut off.", 1);
  }
  parser.close();
  yield;
}

/** The parser's message without its place, and what it means where that is not plain. */
function sayXmlError(message: string, names: readonly string[]): string {
  const text = message.replace(/^(?:[^:]*:)?\d+:\d+: /, "").replace(/\.?$/, ".");
  if (/^unclosed tag|unexpected end|document must contain/.test(text)) {
    const inside = names.at(-1);
    return inside === undefined
      ? "The file ends before its root element does: it is cut off."
      : `The file ends inside <${inside}>: it is cut off.`;
  }
  if (/undefined entity/.test(text))
    return "An entity that is not XML's own (such as &nbsp;) stands here. Entities are never expanded; write the character itself.";
  return `Not well-formed XML: ${text}`;
}
