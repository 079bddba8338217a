import { joinBytes } from "./byte-blocks";
import { type CorpusFault, MAX_RECORD_BYTES, OVERSIZE_REASON } from "./read-events";
import { decodeUtf8, describeInvalidUtf8 } from "./utf8";

/** The most bytes that one record may have, and what is said of a larger one. */
export type RecordLimit = { bytes: number; reason: string };

const RECORD_LIMIT: RecordLimit = { bytes: MAX_RECORD_BYTES, reason: OVERSIZE_REASON };

/** Some lines in a row, the first numbered `first`. A line that cannot be read is a fault in its place. */
export type LineBatch = { first: number; lines: (string | CorpusFault)[] };

const NEWLINE = 0x0a;

/**
 * Splits UTF-8 bytes into lines at LF; a CR before it stays. The last line needs no LF; an empty rest is no line.
 * A line over 1 MB and a line that is not UTF-8 become faults and the next line goes on. Memory is bounded whatever the input.
 *
 * @param blocks pieces of at most a few hundred KB (see toBlocks)
 * @param skip bytes to pass over at the start (a BOM)
 * @param limit of a line, where it is not that of a record (1 MB)
 */
export async function* readLines(
  blocks: AsyncIterable<Uint8Array>,
  skip = 0,
  limit = RECORD_LIMIT,
): AsyncGenerator<LineBatch> {
  let line = 1;
  let offset = 0;
  let carry: Uint8Array[] = [];
  let carried = 0;
  let dropping = false;
  let toSkip = skip;

  for await (const whole of blocks) {
    const block = whole.subarray(Math.min(toSkip, whole.length));
    offset += whole.length - block.length;
    toSkip -= whole.length - block.length;
    const last = block.lastIndexOf(NEWLINE);
    if (last < 0) {
      if (dropping || carried + block.length > limit.bytes) {
        dropping = true;
        carry = [];
        offset += carried + block.length;
        carried = 0;
      } else {
        carry.push(block);
        carried += block.length;
      }
      continue;
    }
    const batch: LineBatch = { first: line, lines: [] };
    const firstEnd = block.indexOf(NEWLINE);
    let start = 0;
    if (dropping || carried + firstEnd > limit.bytes) {
      batch.lines.push({ line, reason: limit.reason });
      offset += carried + firstEnd + 1;
      start = firstEnd + 1;
      carry = [];
      dropping = false;
    }
    if (last >= start) {
      carry.push(block.subarray(start, last));
      const bytes = joinBytes(carry);
      decodeInto(batch, bytes, offset);
      offset += bytes.length + 1;
    }
    line = batch.first + batch.lines.length;
    const rest = block.subarray(last + 1);
    carry = rest.length > 0 ? [rest] : [];
    carried = rest.length;
    yield batch;
  }
  if (dropping) yield { first: line, lines: [{ line, reason: limit.reason }] };
  else if (carried > 0) {
    const batch: LineBatch = { first: line, lines: [] };
    decodeInto(batch, joinBytes(carry), offset);
    yield batch;
  }
}

function decodeInto(batch: LineBatch, bytes: Uint8Array, offset: number): void {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) {
    if (batch.lines.length === 0) batch.lines = decoded.text.split("\n");
    else for (const text of decoded.text.split("\n")) batch.lines.push(text);
    return;
  }
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    const part = bytes.subarray(start, end);
    const one = decodeUtf8(part);
    if (one.ok) batch.lines.push(one.text);
    else
      batch.lines.push({
        line: batch.first + batch.lines.length,
        ...describeInvalidUtf8(part, one.byte, offset + start),
      });
    start = end + 1;
  }
}
