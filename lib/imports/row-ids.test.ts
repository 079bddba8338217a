import { expect, test } from "vitest";
import { rowIds } from "./row-ids";

test("a hundred thousand ids: uuid v7, all different, ascending", () => {
  const ids = rowIds();
  const made = Array.from({ length: 100_000 }, () => ids.next().value);
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
  expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
});
