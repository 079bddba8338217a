import { describe, expect, it } from "vitest";
import { hasShared, listShared, readShared } from "./fixtures/shared-files";
import { locateTarget } from "./locate-target";

type Span = { start: number; end: number; text: string; ref_id: string | null };
type Paragraph = { text: string; cite_spans: Span[] };
type Paper = {
  body_text?: Paragraph[];
  pdf_parse?: { body_text: Paragraph[] };
  grobid_parse?: { body_text: Paragraph[] };
};

/** A span of S2ORC as a citation string: `(Wu et al., 2019;` becomes `Wu et al. (2019)`, `[3]` stays; others are left out. */
function toCitation(span: Span): string | undefined {
  if (/^\[\d{1,3}\]$/.test(span.text)) return span.text;
  const bare = span.text.replace(/^[\s([;,]+|[\s)\];,.]+$/g, "");
  return /^\p{L}.*\b\d{4}[a-z]?$/u.test(bare) ? bare.replace(/[,\s(]+(\d{4}[a-z]?)$/, " ($1)") : undefined;
}

function papers(): Paragraph[] {
  const folder = "data/s2orc-doc2json";
  const folders = [`${folder}/pdf`, ...listShared(`${folder}/s2orc`).map((name) => `${folder}/s2orc/${name}`)];
  const files = folders.flatMap((name) => listShared(name).map((file) => `${name}/${file}`));
  return files
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const paper = JSON.parse(readShared(file)) as Paper;
      return paper.body_text ?? paper.pdf_parse?.body_text ?? paper.grobid_parse?.body_text ?? [];
    });
}

// The places are those of S2ORC's own parser: an outside judge of what is found and what is marked wrongly.
describe.skipIf(!hasShared)("citations whose places S2ORC gives", () => {
  it("are found, and nothing is marked where no citation of that work stands", () => {
    const lost: string[] = [];
    const wrong: string[] = [];
    let gold = 0;
    for (const { text, cite_spans: spans } of papers()) {
      const citations = new Set(spans.flatMap((span) => toCitation(span) ?? []));
      for (const citation of citations) {
        const own = spans.filter((span) => toCitation(span) === citation);
        const { ranges } = locateTarget(text, citation);
        const meets = (span: Span) => ranges.some((range) => range.start < span.end && span.start < range.end);
        gold += own.length;
        for (const span of own)
          if (!meets(span)) lost.push(`${citation}: ${text.slice(span.start - 30, span.end + 9)}`);
        for (const { start, end } of ranges) {
          const there = spans.filter((span) => span.start < end && start < span.end);
          const same = there.some((span) => own.some((other) => other === span || other.ref_id === span.ref_id));
          if (!same) wrong.push(`${citation}: ${text.slice(start - 30, end)}`);
        }
      }
    }
    expect(gold).toBeGreaterThan(300);
    expect(lost.length / gold, lost.join("\n")).toBeLessThan(0.05);
    expect(wrong.length / gold, wrong.join("\n")).toBeLessThan(0.01);
  });
});
