import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessCsvSeparator } from "./guess-csv";
import type { CorpusFault, ReadOptions } from "./read-events";
import { readRecords } from "./read-records";

async function read(text: string, more: Partial<ReadOptions> = {}, chunk = 11) {
  const bytes = new TextEncoder().encode(text);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const records: { line: number; value: Record<string, unknown> }[] = [];
  const faults: CorpusFault[] = [];
  const notices: string[] = [];
  let separator: string | undefined;
  for await (const event of readRecords(source(), { format: "auto", fileName: "t.csv", ...more })) {
    if (event.kind === "record") records.push(event.record);
    else if (event.kind === "fault") faults.push(event.fault);
    else if (event.kind === "notice") notices.push(event.reason);
    else separator = event.separator;
  }
  return { records, values: records.map((record) => record.value), faults, notices, separator };
}

describe("CSV", () => {
  it("keeps quoted separators, quotes and line breaks, and the line on which a row starts", async () => {
    const { records, faults } = await read('id,text\r\n1,"a, ""b""\r\nc\n"\r\n\r\n2, d"e" \n3,""');
    expect(faults).toEqual([]);
    expect(records).toEqual([
      { line: 2, value: { id: "1", text: 'a, "b"\r\nc\n' } },
      { line: 6, value: { id: "2", text: ' d"e" ' } },
      { line: 7, value: { id: "3", text: "" } },
    ]);
  });

  it("reports ragged rows, text after a quote and lone carriage returns, and goes on", async () => {
    const { values, faults } = await read('a,b\n1\n1,2,3\né"x,"y"z\n"é"z,1\n1,2\rb\n5,6\n');
    expect(values).toEqual([{ a: "5", b: "6" }]);
    expect(faults).toEqual([
      { file: "t.csv", line: 2, column: "b", reason: "1 cell where the header has 2." },
      { file: "t.csv", line: 3, reason: "3 cells where the header has 2." },
      { file: "t.csv", line: 4, column: 8, reason: expect.stringContaining("closing quote") },
      { file: "t.csv", line: 5, column: 4, reason: expect.stringContaining("closing quote") },
      { file: "t.csv", line: 6, column: 4, reason: expect.stringContaining("carriage return") },
    ]);
  });

  it("names where an unclosed quote opened", async () => {
    const { values, faults } = await read('a,b\n1,2\n3,"x\n4,5\n');
    expect(values).toEqual([{ a: "1", b: "2" }]);
    expect(faults).toEqual([{ file: "t.csv", line: 3, column: 3, reason: expect.stringContaining("end of the file") }]);
  });

  it("stops an unclosed quote at 1 MB", async () => {
    const { faults } = await read(`a,b\n"${"x\n".repeat(600_000)}`, {}, 65_536);
    expect(faults).toEqual([{ file: "t.csv", line: 2, column: 1, reason: expect.stringContaining("1 MB") }]);
  });

  it.each([
    ["a,a\n1,2", { line: 1, column: "a", reason: expect.stringContaining("twice") }],
    ["a,__proto__\n1,2", { line: 1, column: 2, reason: expect.stringContaining("refused") }],
    ["a,b\n1,\0\n", { line: 2, column: "b", reason: expect.stringContaining("NUL") }],
    ["", { line: 1, reason: expect.stringContaining("empty") }],
  ])("refuses %j", async (text, fault) => {
    const { values, faults } = await read(text);
    expect(values).toEqual([]);
    expect(faults).toEqual([{ file: "t.csv", ...fault }]);
  });

  it("names a column without a name and says so", async () => {
    const { values, notices } = await read(",b\n0,x\n");
    expect(values).toEqual([{ "column 1": "0", b: "x" }]);
    expect(notices).toHaveLength(1);
  });

  it.each([
    [",", "id,text\n1,a;b\n2,c;d|e\n"],
    [";", "id;text\n1;a, b, c\n2;d, e\n"],
    ["\t", "id\ttext\n1\ta, b\n"],
    ["|", 'id|text\n1|"a|b"\n'],
    [",", "id\n1\n2\n"],
  ])("guesses the separator %j", async (separator, text) => {
    expect(guessCsvSeparator(text, true)).toBe(separator);
    expect((await read(text)).separator).toBe(separator);
  });

  it("reads back whatever an RFC 4180 writer writes, wherever it is cut", { timeout: 60_000 }, async () => {
    const cell = fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.stringMatching(/^[",;\t\r\n a]{0,6}$/));
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
    const usable = (rows: string[][]) => rows.flat().every((text) => !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(
        table.filter(usable),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (rows, separator, end, always, chunk) => {
          const write = (text: string) => (always || text === "" || /[",;\t\r\n]/.test(text) ? quote(text) : text);
          const text = [["a", "b", "c"], ...rows].map((row) => row.map(write).join(separator)).join(end);
          const { values, faults } = await read(text, { format: "csv", separator }, chunk);
          expect(faults).toEqual([]);
          expect(values).toEqual(rows.map(([a, b, c]) => ({ a, b, c })));
        },
      ),
      { numRuns: 300 },
    );
  });
});
