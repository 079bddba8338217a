import { ServiceError } from "@/lib/errors";
import type { ImportFile } from "./schema";
import { ImportHead } from "./wire";

const NEWLINE = 0x0a;
const MAX_HEAD = 8_000_000;

export type Upload = {
  head: ReturnType<typeof ImportHead.parse>;
  files: ImportFile[];
  /** Reads what nobody asked for, so that the sender gets its answer instead of a broken connection. */
  drain(): Promise<void>;
};

/**
 * An import as it comes over HTTP (see ImportHead): one line of JSON, then the bytes of its files one after another.
 * Nothing is held but the piece at hand. `length`: Content-Length, where the sender gave one.
 */
export async function readUpload(body: ReadableStream<Uint8Array> | null, length: number | null): Promise<Upload> {
  const source = new Source(body);
  const line = await source.line();
  const head = ImportHead.parse(parse(line));
  const announced = head.files.reduce((sum, file) => sum + file.size, 0);
  if (length !== null && length !== line.length + 1 + announced) {
    const carried = length - line.length - 1;
    await source.drain();
    throw new ServiceError("bad_input", `The files are announced with ${announced} bytes, the body has ${carried}.`);
  }
  const ends: number[] = [];
  const files = head.files.map(({ name, size, paper }, i): ImportFile => {
    ends[i] = (ends[i - 1] ?? 0) + size;
    const bytes = source.part((ends[i] ?? 0) - size, ends[i] ?? 0);

    return { name, size, ...(paper && { paper }), bytes };
  });

  return { head, files, drain: () => source.drain() };
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch {
    throw new ServiceError("bad_input", "An upload starts with one line of JSON that says what follows.");
  }
}

/** The body, read once from front to back. Positions count from the end of the head. */
class Source {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  private held: Uint8Array | undefined;
  private position = 0;

  constructor(body: ReadableStream<Uint8Array> | null) {
    this.reader = body?.getReader();
  }

  async line(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (let piece = await this.next(); piece; piece = await this.next()) {
      const end = piece.indexOf(NEWLINE);
      size += end < 0 ? piece.length : end;
      if (size > MAX_HEAD) throw new ServiceError("too_large", "The first line of an upload is larger than 8 MB.");
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      if (end < 0) continue;
      this.held = piece.subarray(end + 1);
      break;
    }

    return Buffer.concat(pieces);
  }

  /** The bytes from `start` to `end`; what lies before and was not read is passed over. */
  async *part(start: number, end: number): AsyncGenerator<Uint8Array> {
    while (this.position < end) {
      const piece = await this.next();
      if (!piece) return;
      const from = Math.min(Math.max(start - this.position, 0), piece.length);
      const to = Math.min(end - this.position, piece.length);
      if (to < piece.length) this.held = piece.subarray(to);
      this.position += to;
      if (to > from) yield piece.subarray(from, to);
    }
  }

  async drain(): Promise<void> {
    try {
      while (await this.next());
    } catch {
      // The sender is gone; there is nobody left to answer.
    }
  }

  private async next(): Promise<Uint8Array | undefined> {
    const held = this.held;
    this.held = undefined;
    if (held && held.length > 0) return held;
    const { value, done } = (await this.reader?.read()) ?? { value: undefined, done: true };

    return done ? undefined : value;
  }
}
