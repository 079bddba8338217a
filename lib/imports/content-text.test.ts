import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { contentText } from "./content-text";

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
const value = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.record({ section: fc.string(), context: fc.string({ unit: "binary" }) })),
);

test("the same text as canonical JSON, whatever the content", () => {
  fc.assert(
    fc.property(fc.dictionary(name, value), (content) => {
      expect(contentText(content)).toBe(canonicalJson(content));
    }),
    { numRuns: 2000 },
  );
});
