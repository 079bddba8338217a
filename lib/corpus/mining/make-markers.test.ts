import { describe, expect, it } from "vitest";
import { expandTemplates } from "./expand-templates";
import { ConnectiveExtender } from "./extend-connectives";
import { inflect } from "./inflect";
import type { Marker } from "./marker";
import { OpeningCounter, sentenceOpening } from "./sentence-openings";

it.each([
  ["difficulty", "plural", "difficulties"],
  ["bottleneck", "plural", "bottlenecks"],
  ["weakness", "plural", "weaknesses"],
  ["research gap", "plural", "research gaps"],
  ["solve", "gerund", "solving"],
  ["fix", "gerund", "fixing"],
  ["cut", "gerund", "cutting"],
  ["deal with", "gerund", "dealing with"],
  ["remedy", "past", "remedied"],
  ["solve", "past", "solved"],
  ["see", "gerund", "seeing"],
] as const)("%s, %s: %s", (word, form, expected) => expect(inflect(word, form)).toBe(expected));

describe("expandTemplates", () => {
  const lists = {
    solve: ["fix", { base: "overcome", past: "overcame" }],
    this: [{ one: "this", many: "these" }],
    problem: ["problem", { base: "overfitting", one: "overfitting" }],
  };

  it("slots × lists × inflection, demonstrative and noun agreeing in number", () => {
    const { markers, faults } = expandTemplates([
      {
        relation: "ADDRESS",
        patterns: ["to {solve} {this:number} {problem:number}", "by {solve:gerund} {this:number}"],
        lists,
      },
    ]);
    expect(faults).toEqual([]);
    expect(markers.map(({ marker }) => marker)).toEqual([
      "to fix this problem",
      "to fix this overfitting",
      "to overcome this problem",
      "to overcome this overfitting",
      "to fix these problems",
      "to overcome these problems",
      "by fixing this",
      "by overcoming this",
      "by fixing these",
      "by overcoming these",
    ]);
    expect(markers.every(({ status, origin }) => status === "unvetted" && origin === "template")).toBe(true);
  });

  it("names what is wrong, and a phrase that two classes share", () => {
    const { faults } = expandTemplates([
      { relation: "ADDRESS", patterns: ["to {fix} it", "to {solve:dual} it", "to {solve it", "to fix it"], lists },
      { relation: "BROADEN", patterns: ["to {solve} it"], lists },
      { relation: "WIDEN", patterns: [], lists },
    ]);
    expect(faults.map(({ reason }) => reason)).toEqual([
      "Pattern “to {fix} it”: there is no list fix.",
      "Pattern “to {solve:dual} it”: there is no form dual; there are base, plural, gerund, past, number.",
      "Pattern “to {solve it”: a slot is written {list} or {list:form}.",
      "“to fix it” comes out as ADDRESS and as BROADEN.",
      "Template set 3: there is no class WIDEN.",
    ]);
  });
});

it("extends connectives by at most five words up to a comma", () => {
  const connectives: Marker[] = [
    { marker: "to address", relation: "ADDRESS", origin: "manual", status: "unvetted", comma: "required" },
  ];
  const extender = new ConnectiveExtender(connectives);
  for (const sentence of [
    "To address this issue, we prune.",
    "To address THIS issue, it is cut.",
    "To address one two three four five, we prune.",
    "To address one two three four five six, we prune.",
    "To address, as before, the rest.",
    "To address the gap [3], we prune.",
    "To address this issue we prune.",
    "Then to address this issue, we prune.",
  ])
    extender.add(sentence);
  const { markers, counts, error } = extender.markers(1);
  expect(markers.map(({ marker }) => marker)).toEqual(["to address this issue", "to address one two three four five"]);
  expect(counts).toEqual([2, 1]);
  expect(error).toBe(0);
  expect(extender.markers(2).markers).toHaveLength(1);
  expect(markers[0]).toMatchObject({ origin: "extended", status: "unvetted", relation: "ADDRESS" });
});

it.each([
  ["To fix this, we prune.", "to fix this"],
  ["One two three four five six seven, it ends.", "one two three four five six seven"],
  ["One two three four five six seven eight, it ends.", undefined],
  ["No comma here.", undefined],
  [", strange", undefined],
  ["In [3], it ends.", undefined],
])("opening of %s", (sentence, words) => expect(sentenceOpening(sentence)?.words).toBe(words));

it("counts openings in bounded memory, none too low, none over the stated error too high", () => {
  const counter = new OpeningCounter(50);
  const truth = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    const text = i % 4 === 0 ? "common" : i % 10 === 1 ? "frequent" : `rare ${(i * 7919) % 3_001}`;
    truth.set(text, (truth.get(text) ?? 0) + 1);
    counter.add(text);
  }
  expect(counter.error).toBeGreaterThan(0);
  const top = counter.top(1000);
  expect(top.length).toBeLessThanOrEqual(50);
  expect(top.slice(0, 2).map(({ text }) => text)).toEqual(["common", "frequent"]);
  for (const { text, count } of top) {
    expect(count).toBeGreaterThanOrEqual(truth.get(text) ?? 0);
    expect(count).toBeLessThanOrEqual((truth.get(text) ?? 0) + counter.error);
  }
});
