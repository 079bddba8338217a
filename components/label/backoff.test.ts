import { expect, test } from "vitest";
import { backoffMs } from "./backoff";

test("doubles from a second to a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 400].map((n) => backoffMs(n, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test("takes off at most a quarter", () => {
  expect(backoffMs(4, 0.5)).toBe(7000);
  expect(backoffMs(4, 0.999)).toBeGreaterThanOrEqual(6000);
});

test("waits at least as long as the server asks", () => {
  expect(backoffMs(1, 0, 30)).toBe(30_000);
  expect(backoffMs(0, 0, 0)).toBe(0);
});
