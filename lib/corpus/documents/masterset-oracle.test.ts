import { describe, expect, it } from "vitest";
import { hasShared, readShared, streamShared } from "@/lib/corpus/fixtures/shared-files";
import { blockSentences } from "./block-sentences";
import type { CorpusBlock, CorpusDocument } from "./document";
import { readAll } from "./test-documents";
import { citationMentions } from "./windows";

type Published = { target: string; title: string; year: number | null; contexts: { context: string }[] };

/** White space evened; each citation as the toolkit writes it, `(citation #b3)`, with blanks around. */
function even(text: string): string {
  return text
    .replace(/\(citation #(b\d+)\)/g, " <$1> ")
    .replace(/\s+/g, " ")
    .trim();
}

function rendered({ text, citations }: CorpusBlock, start: number, end: number): string {
  const points = [...text];
  let out = "";
  let at = start;
  for (const citation of citations) {
    if (citation.referenceIds.length === 0 || citation.start < at || citation.end > end) continue;
    out += `${points.slice(at, citation.start).join("")}(citation #${citation.referenceIds[0]})`;
    at = citation.end;
  }
  return even(out + points.slice(at, end).join(""));
}

/** The toolkit's window always has three sentences: at the edge of a paragraph it is moved inward where ours is clipped. */
function movedInward(block: CorpusBlock, offset: number): string {
  const sentences = blockSentences(block);
  const at = sentences.findLastIndex(({ start }) => start <= offset);
  const first = Math.max(0, Math.min(at - 1, sentences.length - 3));
  const last = sentences[Math.min(first + 2, sentences.length - 1)];
  return rendered(block, sentences[first]?.start ?? 0, last?.end ?? 0);
}

const NUMBER_BEHIND = "it counts a number printed behind a stop to the next sentence";
const FOOTNOTE = "it does not end a sentence before the number of a footnote";
const SHORT = "it ends sentences at short forms and list numbers";
const QUOTED = "it ends sentences inside quotations";

/** Why a published window is not ours, found in the window itself. */
const causes: [string, RegExp][] = [
  [FOOTNOTE, /[a-z)\]>] ?\. \d{1,2} \p{Lu}/u],
  [NUMBER_BEHIND, /[.!?]["”]? ?<b\d+>/],
  [SHORT, /\b(?:e\.g|i\.e|et al|Figs?|cf|vs|ala|Avg|Eq|etc)\.|(?:^| )\d{1,2}\.(?: |$)/],
  [QUOTED, /["”]/],
];

/** The references whose windows differ, by cause. */
const files: [name: string, tei: string, equal: number, moved: number, others: Record<string, string>][] = [
  [
    "0046d83a-edd6-4631-b57c-755cdcce8b7f",
    "grobid-tei/0046d83a-edd6-4631-b57c-755cdcce8b7f.tei.xml",
    25,
    30,
    { "it begins behind i.e.": "b28 b29" },
  ],
  [
    "0f318087-b211-4ace-8ac9-3d9372a73c1c",
    "grobid-tei/0f318087-b211-4ace-8ac9-3d9372a73c1c.tei.xml",
    10,
    0,
    {
      [NUMBER_BEHIND]:
        "b0 b0 b0 b1 b2 b3 b3 b4 b4 b5 b6 b6 b6 b7 b8 b9 b10 b11 b12 b14 b15 b16 b17 b18 b18 b19 b21 b22 b24 b24 b25 b26",
    },
  ],
  [
    "2020.acl-main.207",
    "s2orc-doc2json/pdf/2020.acl-main.207.tei.xml",
    41,
    10,
    { [FOOTNOTE]: "b3 b11 b13 b30 b36 b40 b50 b52", [SHORT]: "b2 b50" },
  ],
  ["N18-3011", "s2orc-doc2json/pdf/N18-3011.tei.xml", 11, 3, { [SHORT]: "b3 b6 b8 b12", [QUOTED]: "b5 b23" }],
  [
    "sample2",
    "grobid-tei/sample2.tei.fulltext.xml",
    54,
    16,
    { [NUMBER_BEHIND]: "b17", [FOOTNOTE]: "b4 b45", [QUOTED]: "b27" },
  ],
];

describe.skipIf(!hasShared)("against the published MasterSet toolkit's output on the same TEI", () => {
  it.each(files)(
    "%s: references, titles, years; windows but for named causes",
    async (name, tei, equal, moved, others) => {
      const published = JSON.parse(readShared(`data/masterset-ref/grobid/${name}.json`)) as Published[];
      const [document] = await readAll(streamShared(`data/${tei}`), { file: tei });
      if (!document) throw new Error("no document");
      expect(document.references.map(({ id, title, year }) => [id, title, year])).toEqual(
        published.map(({ target, title, year }) => [target, even(title), year]),
      );
      expect(compare(document, published)).toEqual({ equal, moved, others });
    },
  );
});

function compare(document: CorpusDocument, published: readonly Published[]) {
  const ours = new Map<string, Set<string>>();
  const inward = new Map<string, Set<string>>();
  for (const { referenceId, block: at, start, end, target } of citationMentions(document)) {
    const block = document.blocks[at];
    if (!block) continue;
    const add = (to: Map<string, Set<string>>, text: string) =>
      to.set(referenceId, (to.get(referenceId) ?? new Set()).add(text));
    add(ours, rendered(block, start, end));
    add(inward, movedInward(block, start + target.start));
  }
  let equal = 0;
  let moved = 0;
  const others: Record<string, string> = {};
  for (const { target, contexts } of published)
    for (const context of new Set(contexts.map((one) => even(one.context)))) {
      if (ours.get(target)?.has(context)) equal++;
      else if (inward.get(target)?.has(context)) moved++;
      else {
        const behind = [...(ours.get(target) ?? [])].map((one) => one.split(context.slice(0, 60))[0] ?? "");
        const cause =
          causes.find(([, pattern]) => pattern.test(context))?.[0] ??
          (behind.some((text) => /\bi\.e\. ?$/.test(text)) ? "it begins behind i.e." : `not explained: ${context}`);
        others[cause] = others[cause] === undefined ? target : `${others[cause]} ${target}`;
      }
    }
  return { equal, moved, others };
}
