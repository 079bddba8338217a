import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate } from "./allocate";

const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);

test("proportional allocation by hand: quotas, largest remainder, ties to the earlier", () => {
  // Quotas of 10 from 50, 30, 20: 5, 3, 2.
  expect(allocate([50, 30, 20], 10, "proportional")).toEqual([5, 3, 2]);
  // Quotas of 10 from 3 × 7 = 21: 3.33 each; one is left over, the first gets it.
  expect(allocate([7, 7, 7], 10, "proportional")).toEqual([4, 3, 3]);
  // Quotas of 7 from 41, 33, 26: 2.87, 2.31, 1.82 -> 2, 2, 1, then .87 and .82.
  expect(allocate([41, 33, 26], 7, "proportional")).toEqual([3, 2, 2]);
  // A stratum of 1 % of the frame in a sample of 20: quota .2, nothing drawn.
  expect(allocate([1, 99], 20, "proportional")).toEqual([0, 20]);
});

test("equal allocation by hand: capped at the stratum's size, the rest shared by the others", () => {
  expect(allocate([150, 150, 150], 300, "equal")).toEqual([100, 100, 100]);
  // 100 each; the second has 40; its 60 go to the two others.
  expect(allocate([200, 40, 200], 300, "equal")).toEqual([130, 40, 130]);
  // 31 each of four is 124; 126 leaves two singles for the first two.
  expect(allocate([50, 50, 50, 50], 126, "equal")).toEqual([32, 32, 31, 31]);
  expect(allocate([1, 2, 100], 50, "equal")).toEqual([1, 2, 47]);
  // RATIO's silver set: 10,000 of SPECIFY over markers, capped.
  expect(allocate([12_000, 500, 30], 10_000, "equal")).toEqual([9470, 500, 30]);
});

test("never more than there is; all of it where more is asked", () => {
  expect(allocate([3, 4], 100, "equal")).toEqual([3, 4]);
  expect(allocate([3, 4], 7, "proportional")).toEqual([3, 4]);
  expect(allocate([], 5, "equal")).toEqual([]);
});

test("for any strata: the sum is right, no stratum gives more than it has, order of size is kept", () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 0, max: 5000 }),
      fc.constantFrom("proportional", "equal"),
      (all, size, how) => {
        const counts = allocate(all, size, how as "equal");
        expect(sum(counts)).toBe(Math.min(size, sum(all)));
        for (const [i, n] of counts.entries()) {
          expect(n).toBeGreaterThanOrEqual(0);
          expect(n).toBeLessThanOrEqual(all[i]!);
          if (how === "proportional")
            expect(Math.abs(n - (Math.min(size, sum(all)) * all[i]!) / sum(all) || 0)).toBeLessThan(1);
          for (const [j, m] of counts.entries()) if (all[i]! > all[j]!) expect(n).toBeGreaterThanOrEqual(m - 1);
        }
      },
    ),
  );
});
