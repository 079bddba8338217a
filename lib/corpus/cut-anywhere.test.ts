import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBlocks } from "./byte-blocks";
import { readLines } from "./byte-lines";
import { findJsonFault } from "./json-fault";
import { parseJsonRecord } from "./json-record";
import { readCsv } from "./read-csv";
import type { ReadEvent } from "./read-events";
import { readJsonArray } from "./read-json-array";
import { readJsonLines } from "./read-lines-formats";

async function* cutAt(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function gather(batches: AsyncIterable<ReadEvent[]>): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
/** Bytes that look like records, broken now and then. */
const tokens = fc.constantFrom(
  ...['{"a":1}', '{"é":"x\\"]"}', "\n", "\r\n", ",", "[", "]", "{", "}", '"', "1e5", " ", '"a,b"', "😀", "\\", ":"],
);
const soup = fc
  .array(fc.oneof({ weight: 12, arbitrary: tokens }, { weight: 1, arbitrary: fc.constant(null) }), { maxLength: 40 })
  .map((parts) => {
    const encoder = new TextEncoder();
    return Uint8Array.from(parts.flatMap((part) => (part === null ? [0xc3, 0x28] : [...encoder.encode(part)])));
  });

describe("the place where a stream is cut changes nothing", { timeout: 60_000 }, () => {
  it.each([
    ["JSON lines", (blocks: AsyncIterable<Uint8Array>) => readJsonLines(readLines(blocks))],
    ["JSON array", (blocks: AsyncIterable<Uint8Array>) => readJsonArray(blocks, { format: "json", fileName: "f" })],
    ["CSV", (blocks: AsyncIterable<Uint8Array>) => readCsv(readLines(blocks), ",")],
  ])("%s", async (_, reader) => {
    await fc.assert(
      fc.asyncProperty(soup, sizes, async (bytes, cuts) => {
        expect(await gather(reader(cutAt(bytes, cuts)))).toEqual(await gather(reader(cutAt(bytes, [100_000]))));
      }),
      { numRuns: 400 },
    );
  });

  it("toBlocks keeps every byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 4000 }),
        fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1 }),
        async (bytes, cuts) => {
          const out: number[] = [];
          for await (const block of toBlocks(cutAt(bytes, cuts))) out.push(...block);
          expect(out).toEqual([...bytes]);
        },
      ),
    );
  });
});

describe("parseJsonRecord beside JSON.parse", { timeout: 60_000 }, () => {
  it("reads any object alike", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/__proto__|constructor|\\u0000|\\ud/i.test(text));
        const parsed = parseJsonRecord(text, 1);
        if (parsed.ok) expect(parsed.record.value).toEqual(JSON.parse(text));
        else expect(parsed.fault.reason).toMatch(/digits|Nested/);
      }),
      { numRuns: 500 },
    );
  });

  it("finds a fault exactly where JSON.parse does, policies aside", () => {
    const piece = fc.constantFrom(
      ...'{}[]",:\\ \n\t0123456789.eE+-utrfnalsxé😀'.split(""),
      '"a"',
      "true",
      "\\n",
      '{"a":',
      "null",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const fault = findJsonFault(text);
        if (fault && /digits|twice|surrogate/.test(fault.reason)) return;
        expect({ text, valid: fault === undefined }).toEqual({ text, valid });
      }),
      { numRuns: 3000 },
    );
  });

  it("takes strings of a megabyte on the slow path too", () => {
    const text = `{"a":"${"\\u0041é\\\\".repeat(100_000)}","b":"${'\\"'.repeat(50_000)}"}`;
    expect(findJsonFault(text)).toBeUndefined();
    expect(parseJsonRecord(text, 1).ok).toBe(true);
  });
});
