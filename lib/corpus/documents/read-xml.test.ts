import { describe, expect, it } from "vitest";
import { hasShared, listShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import type { CorpusFault } from "@/lib/corpus/read-events";
import { DocumentError } from "./document";
import { bytesOf, readAll, readOne, teiWith } from "./test-documents";

async function refusal(bytes: AsyncIterable<Uint8Array>): Promise<CorpusFault> {
  try {
    await readAll(bytes, { file: "bad.xml" });
  } catch (error) {
    if (error instanceof DocumentError) return error.fault;
    throw error;
  }
  throw new Error("The file was read.");
}

const internal = "A DOCTYPE with declarations of its own (an internal subset) is refused.";
const entity = expect.stringContaining("Entities are never expanded");

describe("XML that is refused", () => {
  it.each([
    ["an internal subset", '<!DOCTYPE TEI [<!ENTITY a "b">]><TEI/>', internal, 1, 32],
    [
      "a second DOCTYPE",
      "<!DOCTYPE TEI><TEI><!DOCTYPE TEI></TEI>",
      expect.stringContaining("Not well-formed XML"),
      1,
      28,
    ],
    ["an entity of a DTD", '<!DOCTYPE TEI SYSTEM "x.dtd">\n<TEI>&alpha;</TEI>', entity, 2, 12],
    ["a cut", "<TEI><text>\n<p>some", "The file ends inside <p>: it is cut off.", 2, 7],
    ["text after the root", "<TEI/>x", expect.stringContaining("neither text nor references"), 1, 6],
    [
      "another encoding",
      '<?xml version="1.0" encoding="ISO-8859-1"?><TEI/>',
      "The file says that it is ISO-8859-1. Save it as UTF-8.",
      1,
      43,
    ],
    ["an unknown root", "<html/>", expect.stringContaining("neither TEI nor JATS"), 1, undefined],
    [
      "a reserved name",
      "<TEI><text constructor='1'/></TEI>",
      'An element or attribute named "constructor" is refused.',
      1,
      28,
    ],
    ["nothing", "", "The file is empty.", 1, undefined],
  ])("%s", async (_, text, reason, line, column) => {
    expect(await refusal(bytesOf(text))).toEqual({ file: "bad.xml", line, ...(column && { column }), reason });
  });

  it("ends a document that is larger than 32 MB, and one nested deeper than 200, without reading on", async () => {
    let given = 0;
    async function* endless(piece: string): AsyncGenerator<Uint8Array> {
      const bytes = new TextEncoder().encode(piece.repeat(Math.ceil(65_536 / piece.length)));
      yield* bytesOf("<TEI><text><p>");
      for (;;) {
        given += bytes.length;
        yield bytes;
      }
    }
    expect((await refusal(endless("word "))).reason).toBe("The document is larger than 32 MB.");
    expect(given).toBeLessThan(34 * 1024 * 1024);
    given = 0;
    expect((await refusal(endless("<hi>"))).reason).toBe("Elements are nested deeper than 200 levels.");
    expect(given).toBeLessThan(1_000_000);
  });

  it("says where a byte is wrong that is no UTF-8", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode("<TEI>\n<text>é"), 0xff, 0xfe]);
    expect(await refusal(bytesOf(bytes))).toEqual({
      file: "bad.xml",
      line: 2,
      column: 8,
      reason: "Not UTF-8 near byte 14 of the file. Save the file as UTF-8.",
    });
  });

  it("reads a file alike wherever its bytes are cut", async () => {
    const text = teiWith('<div><head>é😀</head><p>a &amp; 😀 <ref type="bibr" target="#b1">[2]</ref> ü</p></div>');
    const whole = await readOne(text);
    for (const piece of [1, 2, 3, 513]) expect(await readAll(bytesOf(text, piece))).toEqual([whole]);
  });

  // Measured: at most 40 ms and 3 MB each; the bar is 2 s and 100 MB. Times ten as a guard.
  it.skipIf(!hasShared)("each hostile file of the collection ends in a clear error", { timeout: 20_000 }, async () => {
    const reasons: Record<string, unknown> = {
      "bad-utf8.xml": "Not UTF-8 near byte 11 of the file. Save the file as UTF-8.",
      "billion-laughs.xml": internal,
      "control-char.xml": expect.stringContaining("Not well-formed XML"),
      "deep.xml": "Elements are nested deeper than 200 levels.",
      "proto.xml": 'An element or attribute named "__proto__" is refused.',
      "quadratic.xml": internal,
      "truncated.xml": "The file ends inside <p>: it is cut off.",
      "unknown-entity.xml": entity,
      "xxe.xml": internal,
    };
    const files = listShared("cases/xml");
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const fault = await refusal(streamShared(`cases/xml/${file}`));
      expect(fault.line, file).toBeGreaterThan(0);
      expect(fault.reason, file).toEqual(reasons[file] ?? expect.any(String));
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
