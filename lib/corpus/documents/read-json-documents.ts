import { peekHead } from "@/lib/corpus/byte-blocks";
import { readLines } from "@/lib/corpus/byte-lines";
import { countCodePoints } from "@/lib/corpus/code-points";
import { JsonElementSplitter } from "@/lib/corpus/json-elements";
import { findJsonFault } from "@/lib/corpus/json-fault";
import type { CorpusFault } from "@/lib/corpus/read-events";
import { guessFormat } from "@/lib/corpus/sniff";
import { decodeUtf8, describeInvalidUtf8 } from "@/lib/corpus/utf8";
import { DocumentError, type DocumentSource } from "./document";

/** No paper's JSON may be larger. */
export const MAX_DOCUMENT_BYTES = 16_777_216;

const TOO_LARGE = "This document is larger than 16 MB.";

/** One JSON object of a file, and the line on which it starts. */
export type JsonDocument = { line: number; value: Record<string, unknown> };

/**
 * The JSON objects of a file: JSON lines, one array, or one object over many lines. An object that is broken is told to `onFault` with line
 * and column, and the next goes on. Numbers are not checked (files carry coordinates); ids are, where they are read.
 * Memory is bounded by the largest object. O(bytes)
 *
 * @throws DocumentError where the file is no JSON at its outermost, or ends too early and nothing was read
 * @example for await (const { value } of readJsonDocuments(source)) …
 */
export async function* readJsonDocuments(source: DocumentSource): AsyncGenerator<JsonDocument> {
  const { head, complete, blocks } = await peekHead(source.bytes);
  const start = new TextDecoder().decode(head);
  let given = 0;
  let faults = 0;
  let first: CorpusFault | undefined;
  const pieces = guessFormat(start, complete) === "jsonl" ? lineTexts(blocks) : elementTexts(blocks);
  for await (const piece of pieces) {
    const parsed = "reason" in piece ? piece : parse(piece);
    if ("reason" in parsed) {
      first ??= parsed;
      faults++;
      if (given > 0 || faults > 1) {
        if (given === 0 && faults === 2 && first) source.onFault(first);
        source.onFault(parsed);
      }
    } else {
      if (given === 0 && faults === 1 && first) source.onFault(first);
      given++;
      yield parsed;
    }
  }
  // a file of one broken document is refused whole
  if (given === 0 && faults === 1 && first) throw new DocumentError(first);
}

type Piece = { text: string; line: number; column: number } | CorpusFault;

async function* lineTexts(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const { first, lines } of readLines(blocks, 0, { bytes: MAX_DOCUMENT_BYTES, reason: TOO_LARGE })) {
    for (const [index, text] of lines.entries()) {
      if (typeof text !== "string") yield text;
      else if (text.trim() !== "") yield { text, line: first + index, column: 1 };
    }
  }
}

async function* elementTexts(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  const splitter = new JsonElementSplitter(0, MAX_DOCUMENT_BYTES);
  for await (const block of blocks) {
    for (const { bytes, line, column, offset, oversize } of splitter.push(block)) {
      const decoded = decodeUtf8(bytes);
      if (oversize) yield { line, column, reason: TOO_LARGE };
      else if (decoded.ok) yield { text: decoded.text, line, column };
      else yield { line, reason: describeInvalidUtf8(bytes, decoded.byte, offset).reason };
    }
    if (splitter.broken) {
      yield splitter.broken;
      return;
    }
  }
  const missing = splitter.end();
  if (missing) yield missing;
}

function parse({ text, line, column }: { text: string; line: number; column: number }): JsonDocument | CorpusFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const found = findJsonFault(text) ?? { index: 0, reason: "This is no valid JSON." };
    const before = text.slice(0, found.index);
    const newline = before.lastIndexOf("\n");
    const at = countCodePoints(before.slice(newline + 1));
    const passed = newline < 0 ? 0 : before.split("\n").length - 1;

    return { line: line + passed, column: newline < 0 ? column + at : at + 1, reason: found.reason };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line, column, reason: "A document must be a JSON object." };

  return { line, value: value as Record<string, unknown> };
}
