/** Pieces are kept below this, so that one huge chunk does not become one huge string. */
const BLOCK_BYTES = 262_144;
/** Chunks are joined up to this, so that a million chunks of one byte do not become a million views. */
const LEAST_BYTES = 512;
const HEAD_BYTES = 65_536;

/**
 * Cuts a byte stream into pieces of at most 256 KB; small chunks are joined to at least 512 bytes, but for the last.
 *
 * @param source any chunks
 */
export async function* toBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const held = new Uint8Array(2 * LEAST_BYTES);
  let size = 0;
  for await (const chunk of source) {
    if (chunk.length < LEAST_BYTES) {
      held.set(chunk, size);
      size += chunk.length;
      if (size < LEAST_BYTES) continue;
    }
    if (size > 0) yield held.slice(0, size);
    size = 0;
    if (chunk.length < LEAST_BYTES) continue;
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) yield chunk.subarray(at, at + BLOCK_BYTES);
  }
  if (size > 0) yield held.slice(0, size);
}

/**
 * Looks at the start of a stream without using it up.
 *
 * @returns `head`, the first 64 KB or the whole of a shorter file; `complete` where that is all; `blocks`, the whole stream from its start
 */
export async function peekHead(
  source: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; complete: boolean; blocks: AsyncGenerator<Uint8Array> }> {
  const rest = toBlocks(source);
  const held: Uint8Array[] = [];
  let size = 0;
  let complete = false;
  while (size < HEAD_BYTES) {
    const next = await rest.next();
    if (next.done) {
      complete = true;
      break;
    }
    held.push(next.value);
    size += next.value.length;
  }
  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      yield* held.splice(0);
      yield* rest;
    } finally {
      await rest.return(undefined);
    }
  }
  return { head: joinBytes(held).subarray(0, HEAD_BYTES), complete, blocks: replay() };
}

/** Concatenates; a single piece is returned as it is. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
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
