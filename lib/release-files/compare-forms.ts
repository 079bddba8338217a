import { ReleaseRowError } from "./release-error";
import { readTextLines } from "./release-source";

/**
 * Where two byte streams of text differ first: the line (from 1) with both texts, or undefined where they are the same.
 * O(bytes); memory of a piece.
 *
 * @example await firstDifference("labels.csv", found, expected); // => { line: 3, found: "c2,…", expected: "c2,…" }
 */
export async function firstDifference(
  path: string,
  found: AsyncIterable<Uint8Array>,
  expected: AsyncIterable<Uint8Array>,
): Promise<{ line: number; found: string | undefined; expected: string | undefined } | undefined> {
  const ours = eachLine(path, found);
  const theirs = eachLine(path, expected);
  for (let line = 1; ; line++) {
    const [a, b] = [await ours.next(), await theirs.next()];
    if (a.done && b.done) return undefined;
    if (a.done || b.done || a.value !== b.value) {
      return { line, found: a.done ? undefined : a.value, expected: b.done ? undefined : b.value };
    }
  }
}

async function* eachLine(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let tail = 0;
  const counted = (async function* () {
    for await (const part of bytes) {
      tail = part.at(-1) ?? tail;
      yield part;
    }
  })();
  for await (const lines of readTextLines(path, counted)) yield* lines;
  // A missing last line break is a difference, too.
  if (tail !== 0x0a) yield "\u0000";
}

/** The reason of a row that cannot stand, or the error itself where it is another. O(1). */
export function rowReason(error: unknown): string {
  if (error instanceof ReleaseRowError) return `${error.row}: ${error.message.slice(error.message.indexOf(": ") + 2)}`;
  throw error;
}
