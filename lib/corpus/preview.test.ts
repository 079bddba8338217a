import { describe, expect, it } from "vitest";
import { guessMapping, previewRecords } from "./preview";

async function* source(text: string, onEnd?: () => void): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  } finally {
    onEnd?.();
  }
}

describe("previewRecords", () => {
  it("shows the first rows, columns, mapping and faults, and closes the stream", async () => {
    let closed = false;
    const rows = Array.from({ length: 50_000 }, (_, i) => (i === 1 ? "x" : `${i};"text; ${i}";USES`));
    const preview = await previewRecords(
      source(`unique_id;Citation Context;purpose\n${rows.join("\n")}`, () => {
        closed = true;
      }),
      { format: "auto", fileName: "f.csv" },
      [
        { name: "key", aliases: ["id", "unique_id"] },
        { name: "text", aliases: ["citation_context"] },
        { name: "purpose" },
      ],
      3,
    );
    expect(preview).toMatchObject({
      format: "csv",
      separator: ";",
      columns: ["unique_id", "Citation Context", "purpose"],
      mapping: { key: "unique_id", text: "Citation Context", purpose: "purpose" },
      notices: [],
      faults: [{ file: "f.csv", line: 3 }],
    });
    expect(preview.records.map((record) => record.line)).toEqual([2, 4, 5]);
    expect(closed).toBe(true);
  });

  it("gathers the columns of uneven JSON records", async () => {
    const { columns } = await previewRecords(source('{"a":1}\n{"b":2,"a":3}'), { format: "auto", fileName: "f" });
    expect(columns).toEqual(["a", "b"]);
  });
});

describe("guessMapping", () => {
  it("gives each column to one field, the exact name first", () => {
    const wanted = [{ name: "label", aliases: ["subtype", "class"] }, { name: "subtype" }, { name: "missing" }];
    expect(guessMapping(["Sub-Type", "subtype", "CLASS"], wanted)).toEqual({ label: "Sub-Type", subtype: "subtype" });
    expect(guessMapping([], wanted)).toEqual({});
  });
});
