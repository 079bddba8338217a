import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLexicon, lexiconCsv, lexiconTable } from "./lexicon";
import type { Marker } from "./marker";
import { buildMarkerTrie, matchOpening } from "./marker-trie";
import { normaliseMarker } from "./opening-words";

function row(line: number, marker: string, relation = "ADDRESS", more: Record<string, unknown> = {}) {
  return { line, value: { marker, relation, origin: "manual", ...more } };
}

function markers(...given: [marker: string, comma?: Marker["comma"]][]): Marker[] {
  return given.map(([marker, comma = "required"]) => ({
    marker,
    relation: "ADDRESS",
    origin: "manual",
    status: "unvetted",
    comma,
  }));
}

describe("a marker's normal form", () => {
  it.each([
    ["  To address THIS ,  we propose,", "to address this, we propose"],
    ["Bayes\u2019 rule\u00a0here", "bayes' rule here"],
    ["state\u2011of\u2010the-art", "state-of-the-art"],
    ["in short", "in short"],
    ["to (re)solve this", ""],
    ["this: that", ""],
    [",", ""],
    ["a,, b", ""],
  ])("%s", (given, expected) => expect(normaliseMarker(given)).toBe(expected));

  it("is its own normal form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const normal = normaliseMarker(text);
        expect(normaliseMarker(normal)).toBe(normal);
      }),
    );
  });
});

describe("checkLexicon", () => {
  it("reads what has no fault, and names each fault with line and column", () => {
    const { markers: read, faults } = checkLexicon([
      row(2, "To fix this,"),
      row(3, "to fix this", "BROADEN"),
      row(4, "to  fix this"),
      row(5, "more [generally]"),
      row(6, "more broadly", "WIDEN"),
      row(7, "more broadly", "BROADEN", { origin: "model" }),
      row(8, "More Broadly", "BROADEN", { status: "", comma: "optional", origin: "template" }),
      row(9, "in detail", "SPECIFY", { status: "vetted" }),
    ]);
    expect(read.map(({ marker, status, comma }) => [marker, status, comma])).toEqual([
      ["to fix this", "unvetted", "required"],
      ["more broadly", "unvetted", "optional"],
    ]);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [3, "marker"],
      [4, "marker"],
      [5, "marker"],
      [6, "relation"],
      [7, "origin"],
      [9, "status"],
    ]);
    expect(faults[0]?.reason).toContain("line 2 already as ADDRESS");
  });

  it("writes CSV with quotes where a marker has a comma", () => {
    expect(lexiconCsv(markers(["to fix this, we prune", "optional"]))).toBe(
      'marker,relation,origin,status,comma\n"to fix this, we prune",ADDRESS,manual,unvetted,optional\n',
    );
  });

  it("counts candidates and fired by origin and class, as RATIO's table does", () => {
    const lexicon = checkLexicon([
      row(2, "a"),
      row(3, "b"),
      row(4, "c", "SPECIFY"),
      row(5, "d", "ADDRESS", { origin: "template" }),
    ]).markers;
    expect(
      lexiconTable(
        lexicon,
        new Map([
          ["b", 7],
          ["c", 0],
        ]),
      ),
    ).toEqual([
      { origin: "manual", relation: "ADDRESS", candidates: 2, fired: 1 },
      { origin: "template", relation: "ADDRESS", candidates: 1, fired: 0 },
      { origin: "manual", relation: "SPECIFY", candidates: 1, fired: 0 },
    ]);
  });
});

describe("matchOpening", () => {
  const trie = buildMarkerTrie(
    markers(["to fix this"], ["to fix this, we prune", "optional"], ["specifically"], ["more precisely put"]),
  );

  it.each([
    ["To fix this, we add noise.", "to fix this", "we add noise."],
    ["To  fix\u00a0THIS , we add noise.", "to fix this", "we add noise."],
    ["To fix this, we prune the tree.", "to fix this, we prune", "the tree."],
    ["Specifically, it halves.", "specifically", "it halves."],
    ["Specifically designed nets, it halves.", undefined, ""],
    ["To fix this we add noise.", undefined, ""],
    ["To fix this, we pruned it.", "to fix this", "we pruned it."],
    ["To fix thistles, we add noise.", undefined, ""],
    ["More precisely, it halves.", undefined, ""],
    ["We, to fix this, add noise.", undefined, ""],
    ["", undefined, ""],
  ])("%s", (sentence, marker, rest) => {
    const match = matchOpening(trie, sentence);
    expect(match?.marker.marker).toBe(marker);
    if (match) expect(sentence.slice(match.rest)).toBe(rest);
  });

  it("leaves rejected markers out", () => {
    const rejected = markers(["to fix this"]).map((one) => ({ ...one, status: "rejected" as const }));
    expect(matchOpening(buildMarkerTrie(rejected), "To fix this, we add noise.")).toBeUndefined();
  });

  it("finds any marker of any lexicon before a comma, the longest one", () => {
    const word = fc.constantFrom("to", "fix", "this", "more", "in", "short");
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }), (all) => {
        const names = [...new Set(all.map((words) => words.join(" ")))];
        const built = buildMarkerTrie(markers(...names.map((name): [string] => [name])));
        for (const name of names)
          expect(matchOpening(built, `${name.toUpperCase()}, it ends.`)?.marker.marker).toBe(name);
      }),
    );
  });
});
