/** Where a text stops being UTF-8. */
export class NotUtf8 extends Error {
  constructor(readonly line: number) {
    super("This line is not UTF-8. Save the file as UTF-8.");
  }
}

/** Calls `line` for each line of a text (without its line feed), in flat memory. Throws NotUtf8 with the line that is not. */
export async function eachLine(bytes: AsyncIterable<Uint8Array>, line: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest: Uint8Array[] = [];
  let count = 0;
  const take = (whole: Uint8Array) => {
    let text: string;
    try {
      text = decoder.decode(whole);
    } catch {
      throw new NotUtf8(count + firstBadLine(whole));
    }
    for (const one of text.split("\n")) {
      count++;
      line(one);
    }
  };
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    take(joined([...rest, chunk.subarray(0, end)]));
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
  }
  if (rest.length > 0) take(joined(rest));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }

  return all;
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
