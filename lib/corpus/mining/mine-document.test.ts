import { describe, expect, it } from "vitest";
import { sliceByCodePoints } from "@/lib/corpus/code-points";
import type { CorpusBlock, CorpusDocument } from "@/lib/corpus/documents/document";
import { capitalise, normaliseSentence, sentenceFault } from "./clean-sentence";
import type { Marker } from "./marker";
import { buildMarkerTrie } from "./marker-trie";
import { minePairs, startCounts } from "./mine-document";
import { toDistractor, toPairItem } from "./mining-items";
import { PairSampler } from "./pair-sampler";
import { RATIO_DATES, splitOf } from "./temporal-split";

function block(text: string, more: Partial<CorpusBlock> = {}): CorpusBlock {
  return { kind: "paragraph", section: "Method", sectionPath: ["Method"], text, citations: [], ...more };
}

function paper(blocks: CorpusBlock[], more: Partial<CorpusDocument> = {}): CorpusDocument {
  const provenance = { format: "s2orc" as const, tool: "T", version: "1", file: "f", sha256: null };
  return { id: "p1", title: "", year: 2026, venue: null, references: [], blocks, provenance, faults: [], ...more };
}

function marker(text: string, relation: Marker["relation"]): Marker {
  return { marker: text, relation, origin: "manual", status: "unvetted", comma: "required" };
}

const trie = buildMarkerTrie([
  marker("to fix this", "ADDRESS"),
  marker("more generally", "BROADEN"),
  marker("specifically", "SPECIFY"),
  marker("however", "CONTRAST"),
]);
const problem = "Long inputs outgrow the memory of a single device [3].";
const remedy = "To fix this, we keep only every fourth layer of the cache.";

function mine(...documents: CorpusDocument[]) {
  const counts = startCounts();
  const pairs = documents.flatMap((document) => [...minePairs(document, trie, counts)]);
  return { pairs, counts };
}

describe("minePairs", () => {
  it("gives S1, the marker and the rest of S2, raw, normalised and as shown, with offsets in code points", () => {
    const text = `We start 😀 here with nothing. ${problem}  (2) ${remedy} More text ends it.`;
    const { pairs, counts } = mine(paper([block(text)], { corpusId: "77", date: "2025-11-02", fields: ["CS"] }));
    expect(pairs).toHaveLength(1);
    const pair = pairs[0];
    expect(pair).toMatchObject({
      corpusId: "77",
      date: "2025-11-02",
      split: "valid",
      fields: ["CS"],
      section: "Method",
      relation: "ADDRESS",
      marker: "to fix this",
      markerRaw: "To fix this",
      markerId: "ADDRESS:to-fix-this",
    });
    expect(pair?.s2).toEqual({
      raw: "we keep only every fourth layer of the cache.",
      normalised: "we keep only every fourth layer of the cache.",
      shown: "We keep only every fourth layer of the cache.",
    });
    expect(pair?.s1.raw).toBe(problem);
    const at = (name: "s1" | "marker" | "s2") => sliceByCodePoints(text, ...(pair?.offsets[name] ?? [0, 0]));
    expect([at("s1"), at("marker"), at("s2")]).toEqual([problem, "To fix this", `(2) ${remedy}`]);
    expect(counts).toMatchObject({ documents: 1, pairsRead: 3 });
  });

  it("never joins sentences across blocks, and passes captions over", () => {
    expect(mine(paper([block(problem), block(remedy)])).pairs).toEqual([]);
    expect(mine(paper([block(`${problem} ${remedy}`, { kind: "caption" })])).pairs).toEqual([]);
    expect(mine(paper([block(`${problem} ${remedy}`, { kind: "abstract" })])).pairs).toHaveLength(1);
  });

  it("counts what fired, what was kept, and why the rest was left out", () => {
    const { pairs, counts } = mine(
      paper([
        block(`${problem} ${remedy}`),
        block(`${problem} ${remedy}`),
        block(`Too short. ${remedy}`),
        block(`${problem} To fix this, we prune it.`),
        block(`${problem} However, nothing in this world is ever quite as bad as it seems.`),
        block(
          "and so the cut sentence of another page begins. More generally, all of the sentences may begin like so.",
        ),
      ]),
    );
    expect(pairs.map(({ relation }) => relation)).toEqual(["ADDRESS", "CONTRAST"]);
    expect(counts.left).toEqual({ short: 2, long: 0, malformed: 1, duplicate: 1 });
    expect([...counts.fired]).toEqual([
      ["to fix this", 4],
      ["however", 1],
      ["more generally", 1],
    ]);
    expect([...counts.kept]).toEqual([
      ["to fix this", 1],
      ["however", 1],
    ]);
    expect(counts.splits).toEqual({ train: 0, valid: 0, test: 2, undated: 0 });
  });

  it("makes items of the three relations, and pool lines of distractors", () => {
    const { pairs } = mine(
      paper([block(`${problem} ${remedy} However, nothing in this world is ever quite as bad as it seems.`)]),
    );
    expect(pairs.map(toPairItem).map((item) => item?.relation)).toEqual(["ADDRESS", undefined]);
    expect(pairs.map(toDistractor).map((line) => line?.relation)).toEqual([undefined, "CONTRAST"]);
    expect(toPairItem(pairs[0] as never)).toMatchObject({
      pair_id: "p1:0:55",
      s2: "We keep only every fourth layer of the cache.",
      s2_raw: "we keep only every fourth layer of the cache.",
      tool: "T 1",
    });
  });
});

it.each([
  ["(2)  The ﬁlter\u00ad “works”.", 'The filter "works".'],
  ["1. Every one of them", "Every one of them"],
  ["• a) every one", "every one"],
  ["I. Newton saw it", "I. Newton saw it"],
  ["2019. was a year", "2019. was a year"],
  ["3 of them", "3 of them"],
])("normalised: %s", (raw, expected) => expect(normaliseSentence(raw)).toBe(expected));

it.each([
  ["we prune it.", "We prune it."],
  ['"we" prune it.', '"We" prune it.'],
  ["eBay sells it.", "eBay sells it."],
  ["5 of them.", "5 of them."],
  ["élan helps.", "Élan helps."],
])("shown: %s", (stored, shown) => expect(capitalise(stored)).toBe(shown));

it.each([
  [`${"a".repeat(33)}.`, "short"],
  [`${"a".repeat(34)}.`, undefined],
  [`${"word ".repeat(200)}.`, "long"],
  ["This sentence has a bracket (that is never closed again.", "malformed"],
  ["This sentence has no stop at its end, as headings have none", "malformed"],
  ["x = 1 + 2 - 3 / 4 * 5 + 6 - 7 + 8 = 9 ( 10 ) 11 12.", "malformed"],
  ["This sentence has a damaged \ufffd character in its middle.", "malformed"],
  [", which is how the rest of a sentence may well begin.", "malformed"],
])("fault of %s", (sentence, fault) => expect(sentenceFault(sentence)).toBe(fault));

it.each([
  ["2025-09-30", "train"],
  ["2025-09", "train"],
  ["2025-10-01", "valid"],
  ["2025-12-31", "valid"],
  ["2025-12", "valid"],
  ["2026-01-01", "test"],
  ["2024", "train"],
  ["2025", "undated"],
  ["2026", "test"],
  [null, "undated"],
  ["next year", "undated"],
])("RATIO's split of %s is %s", (date, split) => expect(splitOf(date, RATIO_DATES)).toBe(split));

describe("PairSampler", () => {
  const pair = (id: string) => ({ id, section: "", s1: "", s2: "" });
  const ids = Array.from({ length: 200 }, (_, i) => `p${i}`);
  function draw(order: string[], seed = "s") {
    const sampler = new PairSampler(15, seed);
    for (const id of order) sampler.add("m", id, () => pair(id));
    return sampler.pairs("m").map(({ id }) => id);
  }

  it("draws the same fifteen whatever the order, others under another seed", () => {
    expect(draw(ids)).toHaveLength(15);
    expect(draw([...ids].reverse())).toEqual(draw(ids));
    expect(draw(ids, "t")).not.toEqual(draw(ids));
    expect(draw(ids.slice(0, 3)).sort()).toEqual(["p0", "p1", "p2"]);
  });

  it("draws each pair equally often", () => {
    const times = new Map<string, number>();
    for (let seed = 0; seed < 2_000; seed++)
      for (const id of draw(ids.slice(0, 30), String(seed))) times.set(id, (times.get(id) ?? 0) + 1);
    // 30 pairs, 15 drawn, 2,000 times: 1,000 each, standard deviation 22.4; five of them either way
    for (const id of ids.slice(0, 30)) {
      expect(times.get(id)).toBeGreaterThan(888);
      expect(times.get(id)).toBeLessThan(1112);
    }
  });
});
