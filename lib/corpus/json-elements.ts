import { joinBytes } from "./byte-blocks";
import { MAX_RECORD_BYTES } from "./read-events";

/** One element of the outer array. `bytes` is empty where it was too large to keep; `line` and `column` (code points) count from 1. */
export type JsonElement = { bytes: Uint8Array; line: number; column: number; offset: number; oversize: boolean };

/** A place between elements where the file is not a JSON array. Nothing after it is read. */
export type JsonBreak = { line: number; column: number; reason: string };

/**
 * Cuts the bytes of a JSON array (or of one JSON object) into its elements without holding more than one of them.
 * It looks at brackets and quotes alone: each element still has to be parsed.
 *
 * @example new JsonElementSplitter().push(bytes) // the elements that end in these bytes
 */
export class JsonElementSplitter {
  broken: JsonBreak | undefined;
  private state: "start" | "first" | "element" | "separator" | "value" | "end" = "start";
  private single = false;
  private line = 1;
  private column = 1;
  private offset: number;
  private counted = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private pieces: Uint8Array[] = [];
  private size = 0;
  private begun = { line: 1, column: 1, offset: 0 };

  private readonly mostBytes: number;

  /** @param mostBytes of an element that is kept */
  constructor(offset = 0, mostBytes = MAX_RECORD_BYTES) {
    this.offset = offset;
    this.mostBytes = mostBytes;
  }

  /** Takes the next bytes and returns the elements that end in them. */
  push(block: Uint8Array): JsonElement[] {
    const done: JsonElement[] = [];
    let start = this.state === "element" ? 0 : -1;
    this.counted = 0;
    for (let i = 0; i < block.length && !this.broken; i++) {
      if (this.inString) {
        i = this.skipString(block, i);
        continue;
      }
      const byte = block[i] ?? 0;
      if (this.state !== "element") {
        if (this.between(byte, block, i)) start = i;
      } else if (byte === 0x22) this.inString = true;
      else if (byte === 0x7b || byte === 0x5b) this.depth++;
      else if (this.depth > 0 && (byte === 0x7d || byte === 0x5d)) {
        this.depth--;
        if (this.depth === 0 && this.closes) {
          this.keep(block.subarray(start, i + 1));
          done.push(this.finish());
          start = -1;
        }
      } else if (this.depth === 0 && (byte === 0x2c || byte === 0x5d)) {
        this.keep(block.subarray(start, i));
        done.push(this.finish());
        start = -1;
        this.between(byte, block, i);
      }
    }
    if (start >= 0 && !this.broken) this.keep(block.subarray(start));
    this.count(block, block.length);
    this.offset += block.length;
    return done;
  }

  /** From inside a string to its closing quote, or to the end of the block; returns the index reached. */
  private skipString(block: Uint8Array, from: number): number {
    let i = from;
    if (this.escaped) {
      this.escaped = false;
      i++;
    }
    for (;;) {
      const quote = block.indexOf(0x22, i);
      const end = quote < 0 ? block.length : quote;
      const slash = block.subarray(i, end).indexOf(0x5c);
      if (slash < 0) {
        if (quote >= 0) this.inString = false;
        return end;
      }
      i += slash + 2;
      if (i > block.length) {
        this.escaped = true;
        return block.length;
      }
    }
  }

  /** Moves line and column on to an index of the block. */
  private count(block: Uint8Array, to: number): void {
    let { line, column } = this;
    for (let i = this.counted; i < to; i++) {
      const byte = block[i] ?? 0;
      if (byte === 0x0a) {
        line++;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80) column++;
    }
    this.line = line;
    this.column = column;
    this.counted = to;
  }

  /** Call at the end of the file: says what is missing, if anything. */
  end(): JsonBreak | undefined {
    if (this.broken) return undefined;
    const at = { line: this.line, column: this.column };
    if (this.state === "start") return { line: 1, column: 1, reason: "The file is empty." };
    if (this.state === "element") {
      const size = this.size > this.mostBytes ? ` It is larger than ${Math.round(this.mostBytes / 1_048_576)} MB.` : "";
      return { line: this.begun.line, column: this.begun.column, reason: `The file ends inside this record.${size}` };
    }
    return this.state === "end" ? undefined : { ...at, reason: 'The file ends before the closing "]" of its array.' };
  }

  /** An element that is an object or array ends with its bracket; a bare value ends before the separator. */
  private closes = true;

  /** Handles a byte outside of elements; true where an element starts with it. */
  private between(byte: number, block: Uint8Array, index: number): boolean {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return false;
    this.count(block, index);
    if (this.state === "start") {
      if (byte === 0x5b) {
        this.state = "first";
        return false;
      }
      this.single = true;
      return this.begin(byte, index);
    }
    if (this.state === "separator") {
      if (byte === 0x2c) this.state = "value";
      else if (byte === 0x5d) this.state = "end";
      else this.break('expected "," or "]" between records');
      return false;
    }
    if (this.state === "first" && byte === 0x5d) {
      this.state = "end";
      return false;
    }
    if (this.state === "first" || this.state === "value") {
      if (byte === 0x5d || byte === 0x2c) {
        this.break("expected a record");
        return false;
      }
      return this.begin(byte, index);
    }
    this.break("expected the end of the file");
    return false;
  }

  private begin(byte: number, index: number): boolean {
    this.state = "element";
    this.begun = { line: this.line, column: this.column, offset: this.offset + index };
    this.closes = byte === 0x7b || byte === 0x5b;
    this.depth = this.closes ? 1 : 0;
    this.inString = byte === 0x22;
    this.escaped = false;
    this.pieces = [];
    this.size = 0;
    return true;
  }

  private keep(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size > this.mostBytes) this.pieces = [];
    else this.pieces.push(piece);
  }

  private finish(): JsonElement {
    this.state = this.single ? "end" : "separator";
    const oversize = this.size > this.mostBytes;
    return { bytes: joinBytes(oversize ? [] : this.pieces), ...this.begun, oversize };
  }

  private break(reason: string): void {
    this.broken = {
      line: this.line,
      column: this.column,
      reason: `Not a valid JSON array: ${reason}. Nothing after this place was read.`,
    };
  }
}
