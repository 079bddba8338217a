import type { AsyncBuffer } from "hyparquet";

/** Bytes in memory as hyparquet reads files: by ranges. O(1). @example asyncBufferFromBytes(bytes).byteLength */
export function asyncBufferFromBytes(bytes: Uint8Array): AsyncBuffer {
  // A Buffer's own slice shares its pool; a plain view's slice is a copy with a buffer of its own.
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  return { byteLength: view.byteLength, slice: (start, end) => view.slice(start, end).buffer as ArrayBuffer };
}
