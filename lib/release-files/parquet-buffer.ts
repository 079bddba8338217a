import type { AsyncBuffer } from "hyparquet";

/** Bytes in memory as hyparquet reads files: by ranges. O(1). @example asyncBufferFromBytes(bytes).byteLength */
export function asyncBufferFromBytes(bytes: Uint8Array): AsyncBuffer {
  return {
    byteLength: bytes.byteLength,
    slice: (start, end) => bytes.slice(start, end).buffer as ArrayBuffer,
  };
}
