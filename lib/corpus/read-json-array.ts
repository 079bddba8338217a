import { type JsonElement, JsonElementSplitter } from "./json-elements";
import { parseJsonRecord } from "./json-record";
import { isMasterSetReference, toReferenceRecord } from "./masterset";
import { faultEvent, OVERSIZE_REASON, type ReadEvent, type ReadOptions } from "./read-events";
import { decodeUtf8, describeInvalidUtf8 } from "./utf8";

/**
 * A JSON array of objects (or one object), one element at a time. With `format: "masterset"`, or "auto" where the first element says so,
 * each reference becomes one item.
 */
export async function* readJsonArray(
  blocks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  skip = 0,
): AsyncGenerator<ReadEvent[]> {
  const splitter = new JsonElementSplitter(skip);
  let toSkip = skip;
  let format = options.format === "masterset" || options.format === "json" ? options.format : undefined;
  if (format) yield [{ kind: "format", format }];
  for await (const whole of blocks) {
    const block = whole.subarray(Math.min(toSkip, whole.length));
    toSkip -= whole.length - block.length;
    const events: ReadEvent[] = [];
    for (const element of splitter.push(block)) {
      const event = parseElement(element);
      if (!format && event.kind === "record") {
        format = isMasterSetReference(event.record.value) ? "masterset" : "json";
        events.push({ kind: "format", format });
      }
      events.push(format === "masterset" ? asReference(event, options) : event);
    }
    if (splitter.broken) events.push(faultEvent(splitter.broken));
    if (events.length > 0) yield events;
    if (splitter.broken) return;
  }
  const missing = splitter.end();
  if (missing) yield [faultEvent(missing)];
  else if (!format) yield [{ kind: "format", format: "json" }];
}

function parseElement(element: JsonElement): ReadEvent {
  const { line, column } = element;
  if (element.oversize) return faultEvent({ line, column, reason: OVERSIZE_REASON });
  const decoded = decodeUtf8(element.bytes);
  if (decoded.ok) {
    const parsed = parseJsonRecord(decoded.text, line, column);
    return parsed.ok ? { kind: "record", record: parsed.record } : faultEvent(parsed.fault);
  }
  const before = element.bytes.subarray(0, decoded.byte);
  const newline = before.lastIndexOf(0x0a);
  const start = newline + 1;
  const at = describeInvalidUtf8(element.bytes.subarray(start), decoded.byte - start, element.offset + start);
  const passed = before.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
  return faultEvent({
    line: line + passed,
    column: newline < 0 ? column + at.column - 1 : at.column,
    reason: at.reason,
  });
}

function asReference(event: ReadEvent, options: ReadOptions): ReadEvent {
  if (event.kind !== "record") return event;
  const reference = toReferenceRecord(event.record, options.fileName, options.paper);
  return reference.ok ? { kind: "record", record: reference.record } : faultEvent(reference.fault);
}
