import { expect, test } from "vitest";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { layerSources, sourceOf } from "./layer-sources";

test("ROOT of the role codebook is the three roles that its rule maps to it", () => {
  const judge = { raterId: "r1", name: "student", pseudonym: "J1", labels: [{ question: "role", value: "ME" }] };
  const sources = layerSources(citationRole, [judge, { ...judge, raterId: "r2", labels: [] }]);
  expect(sources[0]).toEqual({ value: "r1 role TF,ME,GM", label: "student: Root, Root" });
  expect(sourceOf(sources[0]?.value)).toEqual({
    ...{ kind: "labels", raterId: "r1", question: "role", positive: ["TF", "ME", "GM"] },
  });
  expect(sources.some(({ value }) => value.startsWith("r2"))).toBe(false);
  expect(sourceOf("")).toBeUndefined();
});
