import { expect, it } from "vitest";
import { parse } from "yaml";
import type { CorpusRecord } from "@/lib/corpus/read-events";
import { readTable } from "@/lib/corpus/read-table";
import { expandTemplates } from "./expand-templates";
import { checkLexicon, lexiconCsv } from "./lexicon";
import { isRelation } from "./marker";
import { buildMarkerTrie, matchOpening } from "./marker-trie";

const { readFileSync } = process.getBuiltinModule("node:fs");
const csv = readFileSync(`${import.meta.dirname}/lexicon/starter.csv`, "utf8");

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(csv);
}

async function starter() {
  const records: CorpusRecord[] = [];
  for await (const batch of readTable(bytes(), "starter.csv"))
    for (const event of batch) if (event.kind === "record") records.push(event.record);
  return checkLexicon(records);
}

it("the starter lexicon: no fault, all unvetted, at least 300 markers, mostly ADDRESS, SPECIFY by hand alone", async () => {
  const { markers, faults } = await starter();
  expect(faults).toEqual([]);
  expect(lexiconCsv(markers)).toBe(csv);
  expect(new Set(markers.map(({ status }) => status))).toEqual(new Set(["unvetted"]));
  const relations = markers.filter(({ relation }) => isRelation(relation));
  expect(relations.length).toBeGreaterThanOrEqual(300);
  const share = relations.filter(({ relation }) => relation === "ADDRESS").length / relations.length;
  expect(share).toBeGreaterThan(0.75);
  const specify = markers.filter(({ relation }) => relation === "SPECIFY");
  expect(new Set(specify.map(({ origin }) => origin))).toEqual(new Set(["manual"]));
});

it("its template markers are those of templates.yaml", async () => {
  const { markers } = await starter();
  const file = readFileSync(`${import.meta.dirname}/lexicon/templates.yaml`, "utf8");
  const expanded = expandTemplates(parse(file).templates);
  expect(expanded.faults).toEqual([]);
  const byHand = new Set(markers.filter(({ origin }) => origin === "manual").map(({ marker }) => marker));
  expect(markers.filter(({ origin }) => origin === "template")).toEqual(
    expanded.markers.filter(({ marker }) => !byHand.has(marker)),
  );
});

it("takes in what the recipe accepts and leaves out what it rejects", async () => {
  const trie = buildMarkerTrie((await starter()).markers);
  const of = (sentence: string) => matchOpening(trie, sentence)?.marker.relation;
  // with a tie to the sentence before; bare purposes and contributions are none
  expect(of("To address this problem, we prune.")).toBe("ADDRESS");
  expect(of("To alleviate these limitations, we prune.")).toBe("ADDRESS");
  expect(of("To overcome, we prune.")).toBe("COMMON");
  expect(of("To address long inputs, we prune.")).toBeUndefined();
  expect(of("We propose, here, to prune.")).toBeUndefined();
  // explicit widening; "in general" is none
  expect(of("More generally, trees are sets.")).toBe("BROADEN");
  expect(of("At a higher level of abstraction, trees are sets.")).toBe("BROADEN");
  expect(of("In general, trees are sets.")).toBe("COMMON");
  expect(of("For instance, an oak is a tree.")).toBe("SPECIFY");
  for (const [phrase, kind] of [
    ["Moreover", "CONTINUATION"],
    ["Therefore", "INFERENCE"],
    ["In other words", "COMMON"],
    ["However", "CONTRAST"],
    ["Similarly", "SIMILARITY"],
  ])
    expect(of(`${phrase}, trees are sets.`)).toBe(kind);
});

it("an expression of templates agrees in number", async () => {
  const all = new Set((await starter()).markers.map(({ marker }) => marker));
  expect(all.has("to resolve these difficulties")).toBe(true);
  expect(all.has("to resolve these difficulty")).toBe(false);
  expect(all.has("to resolve this difficulties")).toBe(false);
});
