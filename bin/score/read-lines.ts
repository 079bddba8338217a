import { createReadStream } from "node:fs";
import { ServiceError } from "@/lib/errors";

/** Calls `line` for each line of a file (without its line feed), in flat memory. What is not UTF-8 is refused with its line. */
export async function readLines(file: string, line: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest: Uint8Array = new Uint8Array(0);
  let count = 0;
  const take = (bytes: Uint8Array) => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw notUtf8(file, count + firstBadLine(bytes));
    }
    for (const one of text.split("\n")) {
      count++;
      line(one);
    }
  };
  for await (const chunk of openFile(file)) {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      rest = joined(rest, chunk);
      continue;
    }
    take(joined(rest, chunk.subarray(0, end)));
    rest = chunk.subarray(end + 1);
  }
  if (rest.length > 0) take(rest);
}

/** The bytes of a file; a file that cannot be read is bad input and no crash. */
export async function* openFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 });
  } catch (error) {
    throw new ServiceError("bad_input", `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);

  return both;
}

function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let start = 0;
  while (start <= bytes.length) {
    number++;
    const end = bytes.indexOf(10, start);
    try {
      decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    } catch {
      return number;
    }
    if (end < 0) break;
    start = end + 1;
  }

  return number;
}

function notUtf8(file: string, line: number): ServiceError {
  return new ServiceError("bad_input", `Nothing was scored: ${file} is not UTF-8.`, {
    faults: [{ file, line, reason: "This line is not UTF-8. Save the file as UTF-8." }],
  });
}
