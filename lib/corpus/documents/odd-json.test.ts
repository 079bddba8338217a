import fc from "fast-check";
import { expect, it } from "vitest";
import { sliceByCodePoints } from "@/lib/corpus/code-points";
import { DocumentError, type DocumentFormat } from "./document";
import { readDocuments } from "./read-documents";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const names = [
  "paper_id corpusid content annotations text paragraph bibref bibentry attributes start end ref_id id",
  "metadata title year authors body_text abstract cite_spans ref_spans section sec_num sec_number content_type",
  "bib_entries bib_entry_raw ids ref_entries latex type target cite contexts context header generated_with versions",
  "__proto__ constructor toString",
].flatMap((line) => line.split(" "));
const texts = ["", "[1]", "1", "[{}]", '[{"start":0,"end":3}]', "😀 a [1, 2].", "BIBREF0", "b0", "{{cite:b0}}", "2019"];

/** JSON of the right words in the wrong places. */
const odd = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...texts),
    fc.constantFrom(null, true, -1, 0, 1, 3, 1.5, 2 ** 60),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 8 }),
  ),
}));

it.each<DocumentFormat>(["s2orc", "unarxive", "masterset", "nougat"])(
  "%s: whatever the file holds, documents with true spans, faults, or a refusal",
  async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.constantFrom(...names), odd.value, { maxKeys: 12 }), { minLength: 1, maxLength: 3 }),
        async (records) => {
          const file = records.map((record) => JSON.stringify(record)).join("\n");
          try {
            for await (const { blocks, references } of readDocuments(bytesOf(file), { file: "f", format })) {
              const known = new Set(references.map(({ id }) => id));
              for (const { text, citations } of blocks)
                for (const { start, end, marker, referenceIds } of citations) {
                  expect(sliceByCodePoints(text, start, end)).toBe(marker);
                  for (const id of referenceIds) expect(known.has(id)).toBe(true);
                }
            }
          } catch (error) {
            expect(error).toBeInstanceOf(DocumentError);
          }
        },
      ),
      { numRuns: 400 },
    );
  },
);
