import { expect, test } from "vitest";
import { z } from "zod";
import { uuid7 } from "./uuid7";

test("is a version 7 UUID that carries the time", () => {
  const now = Date.UTC(2031, 0, 2, 3, 4, 5, 678);
  const id = uuid7(now);
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now);
});

test("ascends within a millisecond and when the clock jumps back a day", () => {
  const now = Date.UTC(2032, 0, 1);
  const ids = Array.from({ length: 10_000 }, (_, i) => uuid7(i < 5000 ? now : now - 86_400_000));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
