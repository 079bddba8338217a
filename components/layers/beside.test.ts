import { expect, test } from "vitest";
import { LayerSpec } from "@/lib/layers/wire";
import { sideOf } from "./beside";
import { hrefsOf } from "./step-hrefs";

const ID = "00000000-0000-4000-8000-000000000001";
const rule = { kind: "majority" as const };

test("what stands beside a layer has its question, its rounds and its kind of rows", () => {
  const spec = LayerSpec.parse({ question: "root", roundIds: [ID], rule });
  expect(sideOf(ID, spec)).toEqual({ layerId: ID });
  expect(sideOf("majority", spec)).toEqual({ spec: { question: "root", roundIds: [ID], rule } });
  const edge = LayerSpec.parse({ question: "root", rule: { kind: "edge", least: 2 } });
  const judge = { kind: "judge", judgeId: ID };
  expect(sideOf(`judge:${ID}`, edge)).toEqual({
    spec: { question: "root", rule: { kind: "edge", least: 2, over: judge } },
  });
});

test("a number leads to the items page only where that counts the same; else to the rows, or nowhere", () => {
  const of = (more: object) => hrefsOf("s", "/at", LayerSpec.parse({ rule, ...more }));
  expect(of({})({ step: "matching" })).toBe("/studies/s/items");
  expect(of({})({ step: "sampled" })).toBe("/studies/s/items?filter=drawn");
  expect(of({ roundIds: [ID] })({ step: "sampled" })).toBe(`/studies/s/items?filter=drawn&roundId=${ID}`);
  const located = of({ filters: { located: true } });
  expect([located({ step: "matching" }), located({ step: "sampled" })]).toEqual(["/at/rows?step=matching", undefined]);
  expect(of({ filters: { located: true }, rule: { kind: "edge" } })({ step: "matching" })).toBeUndefined();
  expect(of({})({ cut: 0 })).toBe("/at/rows?cut=0");
  expect(of({})({ step: "kept", label: "A&B" })).toBe("/at/rows?step=kept&label=A%26B");
});
