import { describe, expect, it } from "vitest";
import type { CorpusFault, ReadEvent, ReadOptions } from "./read-events";
import { readRecords } from "./read-records";

type Outcome = {
  values: Record<string, unknown>[];
  lines: number[];
  faults: CorpusFault[];
  notices: string[];
  format?: string;
};

function encode(input: string | number[]): Uint8Array {
  return typeof input === "string" ? new TextEncoder().encode(input) : Uint8Array.from(input);
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  input: string | number[] | Uint8Array,
  more: Partial<ReadOptions> = {},
  chunk = 7,
): Promise<Outcome> {
  const bytes = input instanceof Uint8Array ? input : encode(input);
  const outcome: Outcome = { values: [], lines: [], faults: [], notices: [] };
  for await (const event of readRecords(inChunks(bytes, chunk), { format: "auto", fileName: "f", ...more })) {
    collect(outcome, event);
  }
  return outcome;
}

function collect(outcome: Outcome, event: ReadEvent): void {
  if (event.kind === "record") {
    outcome.values.push(event.record.value);
    outcome.lines.push(event.record.line);
  } else if (event.kind === "fault") outcome.faults.push(event.fault);
  else if (event.kind === "notice") outcome.notices.push(event.reason);
  else outcome.format = event.format;
}

const bytesOf = (text: string) => [...encode(text)];

describe("JSON lines", () => {
  it("accepts CRLF, empty lines, no final newline and keeps line numbers", async () => {
    const { values, lines, faults } = await read('{"a":1}\r\n\r\n\n{"a":"x\\ny"}');
    expect(values).toEqual([{ a: 1 }, { a: "x\ny" }]);
    expect(lines).toEqual([1, 4]);
    expect(faults).toEqual([]);
  });

  it("accepts a BOM, says so, and leaves U+FEFF inside texts alone", async () => {
    const { values, notices } = await read([0xef, 0xbb, 0xbf, ...bytesOf('{"a":"\ufeffb"}\n{"a":"\ufeff"}\n')]);
    expect(values).toEqual([{ a: "\ufeffb" }, { a: "\ufeff" }]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain("BOM");
  });

  it("names byte, line and column of bad UTF-8 and goes on", async () => {
    const bad = [...bytesOf('{"a":1}\n{"ä":"'), 0xc3, 0x28, ...bytesOf('"}\n{"a":2}\n')];
    const { values, faults } = await read(bad);
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    // line 2 is {"ä":"….: the seventh code point, byte 8 + 7 of the file
    expect(faults).toEqual([{ file: "f", line: 2, column: 7, reason: expect.stringContaining("c3 28 at byte 15") }]);
  });

  it("finds bad UTF-8 wherever chunks are cut, also at the end of the file", async () => {
    for (const chunk of [1, 2, 3, 5, 1000]) {
      const { faults } = await read([...bytesOf('{"a":"é"}\n{"a":"'), 0xe2, 0x82], {}, chunk);
      expect(faults).toEqual([{ file: "f", line: 2, column: 7, reason: expect.stringContaining("e2 82 at byte 17") }]);
    }
  });

  it.each([
    ["NUL as escape", '{"a":"x\\u0000"}', 8, "NUL"],
    ["raw NUL", '{"a":"x\0"}', 8, "NUL"],
    ["lone high surrogate", '{"a":"\\ud83c"}', 7, "surrogate"],
    ["lone low surrogate", '{"a":"\\udf89"}', 7, "surrogate"],
    ["high surrogate before another escape", '{"a":"\\ud83c\\n"}', 7, "surrogate"],
    ["reversed pair", '{"a":"\\udf89\\ud83c"}', 7, "surrogate"],
    ["proto key", '{"__proto__":{"isAdmin":true}}', 2, "__proto__"],
    ["proto key hidden by an escape", '{"\\u005f_proto__":1}', 2, "__proto__"],
    ["constructor key inside", '{"a":{"constructor":{"prototype":1}}}', 7, "constructor"],
    ["duplicate key", '{"a":1,"b":2,"a":1}', 14, "twice"],
    ["duplicate key by an escape", '{"a":1,"\\u0061":1}', 8, "twice"],
    ["duplicate key inside", '{"x":[{"k":1},{"k":1,"k":2}]}', 22, "twice"],
    ["integer beyond 2^53", '{"id":9007199254740993}', 7, "quotes"],
    ["negative integer beyond 2^53", '{"id":[-12345678901234567890]}', 8, "quotes"],
    ["overflow", '{"p":1e999}', 6, "quotes"],
    ["21 significant digits", '{"p":0.123456789012345678901}', 6, "quotes"],
    ["missing comma", '{"a":1 "b":2}', 8, '"," or "}"'],
    ["single quotes", "{'a':1}", 2, "double quotes"],
    ["NaN", '{"a":NaN}', 6, "a value"],
    ["trailing comma", '{"a":1,}', 8, "double quotes"],
    ["unclosed string", '{"a":"b}', 6, "not closed"],
    ["tab in a string", '{"a":"b\tc"}', 8, "U+0009"],
    ["bad escape", '{"a":"\\x41"}', 7, "escape"],
    ["two values in a line", '{"a":1} {"a":2}', 9, "end of the record"],
    ["not an object", "7", 1, "object"],
    ["after an astral character", '{"😀":"\\ud83c"}', 7, "surrogate"],
  ])("refuses %s with line and column", async (_, text, column, reason) => {
    const { values, faults } = await read(`{"ok":1}\n${text}\n{"ok":2}`, { format: "jsonl" });
    expect(values).toEqual([{ ok: 1 }, { ok: 2 }]);
    expect(faults).toEqual([{ file: "f", line: 2, column, reason: expect.stringContaining(reason) }]);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it("keeps what merely looks risky", async () => {
    const text =
      '{"a":"constructor","b":"__proto__ \\u00e9 \\ud83c\\udf89 \\u0041","n":9007199254740991,"p":0.30000000000000004}';
    const { values, faults } = await read(text);
    expect(faults).toEqual([]);
    expect(values).toEqual([{ a: "constructor", b: "__proto__ é 🎉 A", n: 9007199254740991, p: 0.30000000000000004 }]);
  });

  it("accepts 64 levels and refuses 65", async () => {
    const nest = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect((await read(nest(64), {}, 1000)).faults).toEqual([]);
    const { faults } = await read(nest(65), {}, 1000);
    expect(faults).toEqual([{ file: "f", line: 1, column: 69, reason: expect.stringContaining("64") }]);
    expect((await read(nest(200_000), {}, 65536)).faults[0]?.reason).toContain("64");
  });

  it("refuses a record over 1 MB, counts the lines on, and takes one of exactly 1 MB", async () => {
    const record = (size: number) => `{"a":"${"x".repeat(size - 8)}"}`;
    const exact = await read(`${record(1_048_576)}\n{"a":1}`, {}, 60_000);
    expect(exact.faults).toEqual([]);
    expect(exact.values).toHaveLength(2);
    for (const chunk of [60_000, 5_000_000]) {
      const { values, lines, faults } = await read(`{"a":0}\n${record(1_048_577)}\n{"a":1}`, {}, chunk);
      expect(values).toEqual([{ a: 0 }, { a: 1 }]);
      expect(lines).toEqual([1, 3]);
      expect(faults).toEqual([{ file: "f", line: 2, reason: expect.stringContaining("1 MB") }]);
    }
  });

  it.each(["jsonl", "json", "csv"] as const)(
    "reads a 200 MB line in flat memory (%s)",
    { timeout: 60_000 },
    async (format) => {
      const piece = encode("x".repeat(1_000_000));
      async function* huge(): AsyncGenerator<Uint8Array> {
        yield encode(format === "json" ? '[{"a":"' : format === "csv" ? 'a,b\n"' : '{"a":"');
        for (let i = 0; i < 200; i++) yield piece;
      }
      const before = process.memoryUsage().rss;
      const faults: CorpusFault[] = [];
      for await (const event of readRecords(huge(), { format, fileName: "f" })) {
        if (event.kind === "fault") faults.push(event.fault);
      }
      expect(faults.length).toBeGreaterThan(0);
      expect(faults[0]?.reason).toContain("1 MB");
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    },
  );

  it("closes the stream when the caller stops", async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield encode(`{"a":"${"x".repeat(1000)}"}\n`);
      } finally {
        closed = true;
      }
    }
    for await (const event of readRecords(source(), { format: "auto", fileName: "f" }))
      if (event.kind === "record") break;
    expect(closed).toBe(true);
  });
});

describe("JSON array", () => {
  it("streams elements with their lines", async () => {
    for (const chunk of [1, 3, 1000]) {
      const { values, lines, faults, format } = await read(
        '\n [ {"a":"]}\\"{"},\n{"a":\n[1,{"b":[]}]} , {"a":3}\n]\n',
        {},
        chunk,
      );
      expect(faults).toEqual([]);
      expect(values).toEqual([{ a: ']}"{' }, { a: [1, { b: [] }] }, { a: 3 }]);
      expect(lines).toEqual([2, 3, 4]);
      expect(format).toBe("json");
    }
  });

  it("places faults inside and between elements", async () => {
    const inside = await read('[{"a":1},\n  {"é":2, {"a":\n3},\n{"b":4,\n "b":5}]');
    expect(inside.values).toEqual([{ a: 1 }]);
    expect(inside.faults[0]).toMatchObject({ line: 2, column: 11 });
    const twice = await read('[{"é":1},  {"b":4,\n "b":5}, {"é":{"c":01}}]');
    expect(twice.values).toEqual([{ é: 1 }]);
    expect(twice.faults).toEqual([
      { file: "f", line: 2, column: 2, reason: expect.stringContaining("twice") },
      { file: "f", line: 2, column: 21, reason: expect.stringContaining("expected") },
    ]);
    const between = await read('[{"a":1}\n{"a":2}]');
    expect(between.values).toEqual([{ a: 1 }]);
    expect(between.faults).toEqual([{ file: "f", line: 2, column: 1, reason: expect.stringContaining('","') }]);
  });

  it.each([
    ['[{"a":1},', 1, 10, "closing"],
    ['[{"a":1}', 1, 9, "closing"],
    ['[{"a":1},{"a"', 1, 10, "ends inside"],
    ["[,]", 1, 2, "a record"],
    ['[{"a":1},]', 1, 10, "a record"],
    ['[{"a":1}] x', 1, 11, "end of the file"],
    ["[1]", 1, 2, "object"],
  ])("refuses %s", async (text, line, column, reason) => {
    const { faults } = await read(text);
    expect(faults).toEqual([{ file: "f", line, column, reason: expect.stringContaining(reason) }]);
  });

  it("accepts an empty array and one pretty-printed object", async () => {
    expect(await read("[]")).toMatchObject({ values: [], faults: [], format: "json" });
    expect(await read('{\n "a": 1,\n "b": [2]\n}\n')).toMatchObject({ values: [{ a: 1, b: [2] }], faults: [] });
  });

  it("names the byte of bad UTF-8 in an element and goes on", async () => {
    const { values, faults } = await read([...bytesOf('[{"a":1},\n{"b":\n "é'), 0xff, ...bytesOf('"},{"a":2}]')]);
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    expect(faults).toEqual([{ file: "f", line: 3, column: 4, reason: expect.stringContaining("ff 22 at byte 20") }]);
  });

  it("passes over an element larger than 1 MB", async () => {
    const { values, faults } = await read(`[{"a":1},\n{"a":"${"x".repeat(1_100_000)}"},{"a":2}]`, {}, 60_000);
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    expect(faults).toEqual([{ file: "f", line: 2, column: 1, reason: expect.stringContaining("1 MB") }]);
  });
});

describe("what is no text file", () => {
  it.each([
    ["an .xlsx named .csv", [0x50, 0x4b, 0x03, 0x04, 0x14, 0], "spreadsheet"],
    ["an .xls named .csv", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "old Excel"],
    ["gzip", [0x1f, 0x8b, 0x08, 0], "gzip"],
    ["UTF-16 LE with BOM", [0xff, 0xfe, 0x61, 0], "UTF-16"],
    ["UTF-16 BE with BOM", [0xfe, 0xff, 0, 0x61], "UTF-16"],
    ["UTF-16 LE without BOM", [0x69, 0, 0x64, 0, 0x2c, 0, 0x61, 0, 0x0a, 0], "UTF-16"],
    ["XML", bytesOf('<?xml version="1.0"?><TEI/>'), "XML"],
  ])("refuses %s", async (_, bytes, reason) => {
    const { values, faults } = await read(bytes, { fileName: "data.csv" });
    expect(values).toEqual([]);
    expect(faults).toEqual([{ file: "data.csv", line: 1, reason: expect.stringContaining(reason) }]);
  });
});

describe("qrels", () => {
  it("reads labels, items without labels, tabs and blanks", async () => {
    const { values, format } = await read("q1 0 p10 2\nq1\t0\tp11\t-1\r\n\nq49 0 p3659\n");
    expect(format).toBe("qrels");
    expect(values).toEqual([
      { key: "q1 p10", qid: "q1", docid: "p10", label: "2" },
      { key: "q1 p11", qid: "q1", docid: "p11", label: "-1" },
      { key: "q49 p3659", qid: "q49", docid: "p3659" },
    ]);
  });

  it("refuses run lines and odd column counts", async () => {
    const { faults } = await read("Q1 0 P10 1\nQ1 Q0 P10 1 12.5 bm25\nQ1 0\nQ1 0 P\0 1");
    expect(faults).toEqual([
      { file: "f", line: 2, reason: expect.stringContaining("TREC run") },
      { file: "f", line: 3, reason: expect.stringContaining("2 columns") },
      { file: "f", line: 4, column: 7, reason: expect.stringContaining("NUL") },
    ]);
  });
});

describe("MasterSet", () => {
  const file = JSON.stringify(
    [
      {
        target: "b0",
        title: "Random forests",
        year: 2001,
        cite: "(citation #b0)",
        contexts: [{ section: "1 Introduction", context: "Prev. The method of (citation #b0) uses trees. Next." }],
        in_dataset: true,
      },
      { target: "b1", title: "Untitled", year: null, cite: "", contexts: [] },
    ],
    null,
    2,
  );

  it("is found by content and yields one item a reference", async () => {
    const paper = { query_title: "Some Title", venue: "ICML", query_year: 2020 };
    const { values, faults, format } = await read(file, { fileName: "x/id123_Some_Title.json", paper });
    expect(format).toBe("masterset");
    expect(faults).toEqual([]);
    expect(values).toEqual([
      {
        key: "id123_Some_Title:b0",
        query_title: "Some Title",
        venue: "ICML",
        query_year: 2020,
        target: "b0",
        cited_title: "Random forests",
        cited_year: 2001,
        cited_as: "(citation #b0)",
        contexts: [{ section: "1 Introduction", context: "Prev. The method of (citation #b0) uses trees. Next." }],
        in_dataset: true,
      },
      {
        key: "id123_Some_Title:b1",
        query_title: "Some Title",
        venue: "ICML",
        query_year: 2020,
        target: "b1",
        cited_title: "Untitled",
        cited_year: null,
        cited_as: "",
        contexts: [],
      },
    ]);
  });

  it("names the key of what is wrong", async () => {
    const { faults } = await read(
      '[{"target":"b0","title":"t","year":"2001","cite":"[1]","contexts":[]},\n{"target":"b1"}]',
      {
        format: "masterset",
      },
    );
    expect(faults).toEqual([
      { file: "f", line: 1, column: "year", reason: expect.stringContaining("b0") },
      { file: "f", line: 2, column: "title", reason: expect.stringContaining("b1") },
    ]);
  });
});
