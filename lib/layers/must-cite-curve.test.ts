import { expect, test } from "vitest";
import { decideEdge } from "./decide-edge";
import { decideMustCite } from "./decide-must-cite";
import { mustCiteCurve, regionOf } from "./must-cite-curve";

const count = (references: number, otherwise = 0) => ({ references, otherwise });

test("MasterSet's published shares: once 69.2 %, at most twice 84.1 %, three or more 15.9 %, five or more 6.2 %", () => {
  // 1,000 references spread so that the four printed shares hold; how 3 and 4 share the 97 between them is free.
  const histogram = new Map([
    [1, count(692)],
    [2, count(149)],
    [3, count(60)],
    [4, count(37)],
    [5, count(40)],
    [30, count(22)],
  ]);
  const points = mustCiteCurve(histogram, 0, 20);
  expect(points.map((point) => point.n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(points[0]).toMatchObject({ exactly: 692, shareAtMost: 0.692, shareAtLeast: 1 });
  expect(points[1]).toMatchObject({ exactly: 149, shareAtMost: 0.841, shareAtLeast: 0.308 });
  expect(points[2]).toMatchObject({ atLeast: 159, shareAtLeast: 0.159 });
  expect(points[4]).toMatchObject({ atLeast: 62, shareAtLeast: 0.062, shareAtMost: 0.978 });
  expect(points[19]).toMatchObject({ exactly: 0, atLeast: 22, shareAtLeast: 0.022 });
});

test("the union at N: who is must-cite otherwise stays, whatever N is; nothing known gives no shares", () => {
  // Three once (one of them must-cite otherwise), one four times; two without a count are must-cite otherwise.
  const histogram = new Map([
    [1, count(3, 1)],
    [4, count(1)],
  ]);
  expect(mustCiteCurve(histogram, 2, 5).map((point) => point.mustCite)).toEqual([6, 4, 4, 4, 3]);
  expect(mustCiteCurve(new Map(), 2, 1)[0]).toMatchObject({ atLeast: 0, shareAtLeast: null, mustCite: 2 });
});

test("seven regions, and none where nothing is known to hold", () => {
  const all = [true, false].flatMap((typeI) =>
    [true, false].flatMap((typeII) => [true, false].map((typeIII) => regionOf({ typeI, typeII, typeIII }))),
  );
  expect(all).toEqual(["I+II+III", "I+II", "I+III", "I", "II+III", "II", "III", null]);
  expect(regionOf({ typeI: null, typeII: true, typeIII: null })).toBe("II");
});

const RULE = { mentions: 3, count: "mentions", yes: "yes", no: "no" } as const;

test.each([
  [true, null, 1, 1, "yes"],
  [null, true, null, null, "yes"],
  [null, false, 3, 2, "yes"],
  [false, false, 2, 9, "no"],
  [false, null, 2, 2, null],
  [false, false, null, 9, null],
])("Type I %s, Type II %s, %s mentions, %s windows: %s", (typeI, typeII, mentions, windows, label) => {
  expect(decideMustCite(RULE, { typeI, typeII, mentions, windows }).label).toBe(label);
});

test("counted by windows, nine of them are enough; the row says what each type is", () => {
  const given = { typeI: false, typeII: false, mentions: 2, windows: 9 };
  expect(decideMustCite({ ...RULE, count: "windows" }, given)).toEqual({
    label: "yes",
    decided: "must_cite",
    confidence: null,
    mustCite: { ...given, typeIII: true },
  });
});

test("edges: k >= 1 and k >= 2 over contexts of which some have no label", () => {
  const contexts = (labels: string) =>
    [...labels].map((label, i) => ({ label: label === "." ? null : label, probability: i === 1 ? null : i / 4 }));
  const decide = (least: number, labels: string) =>
    decideEdge({ least, positive: "R", negative: "W" }, contexts(labels));
  expect(decide(1, "RW.")).toEqual({
    label: "R",
    decided: "edge",
    confidence: 1 / 2,
    edge: { contexts: 3, labelled: 2, positive: 1, maxProbability: 1 / 2 },
  });
  expect([1, 2].map((least) => decide(least, "RRW").label)).toEqual(["R", "R"]);
  expect([1, 2].map((least) => decide(least, "RWW").label)).toEqual(["R", "W"]);
  expect([1, 2].map((least) => decide(least, "W").label)).toEqual(["W", "W"]);
  expect(decide(1, "..")).toMatchObject({ label: null, decided: "none", confidence: null });
  expect(decide(1, ".").edge).toEqual({ contexts: 1, labelled: 0, positive: 0, maxProbability: 0 });
});
