import { expect, test } from "vitest";
import { uuid7 } from "./uuid";

test("version 7, variant 10, time of now, ascending even within a millisecond", () => {
  const before = Date.now();
  const made = Array.from({ length: 20_000 }, uuid7);
  expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const ms = Number.parseInt(made[0]!.replaceAll("-", "").slice(0, 12), 16);
  expect(ms).toBeGreaterThanOrEqual(before);
  expect(ms).toBeLessThanOrEqual(Date.now());
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
