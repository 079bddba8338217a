import { describe, expect, it } from "vitest";
import { incompleteBeta } from "./incomplete-beta";
import { exactProportionInterval, wilsonInterval } from "./proportion-interval";

// Expected values: scipy 1.17.1 (binomtest(...).proportion_ci, special.betainc).
describe("proportion intervals", () => {
  it.each([
    [0, 809, 0.0, 0.004549421438192617],
    [9, 10, 0.5549838829718047, 0.9974714214555375],
    [50, 100, 0.39832112950330095, 0.6016788704966991],
    [3, 5000, 0.00012375152045600987, 0.0017524436035038196],
  ])("exact: %d of %d", (successes, trials, low, high) => {
    const interval = exactProportionInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 11);
    expect(interval.high).toBeCloseTo(high, 11);
  });

  it.each([
    [0, 809, 0.0, 0.004725963198613763],
    [9, 10, 0.5958499732047615, 0.9821237869049271],
    [50, 100, 0.4038315303659956, 0.5961684696340044],
    [3, 5000, 0.00020407465419434653, 0.001762706048528709],
  ])("Wilson: %d of %d", (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it("bounds RATIO's rejection rate at .45 % after 809 of 809 markers were accepted", () => {
    expect(exactProportionInterval(0, 809).high).toBeCloseTo(0.0045, 4);
    expect(exactProportionInterval(809, 809)).toMatchObject({ high: 1 });
  });

  it("refuses impossible counts", () => {
    expect(() => exactProportionInterval(3, 2)).toThrow(RangeError);
    expect(() => wilsonInterval(0, 0)).toThrow(RangeError);
  });

  it.each([
    [0.5, 2, 2, 0.5],
    [0.01, 0.5, 30, 0.560665631094749],
    [0.9, 1000, 100, 0.1474791762580732],
    [0.3, 7, 0.5, 5.3383614613837275e-5],
  ])("I(%d; %d, %d)", (x, a, b, expected) => {
    expect(Math.abs(incompleteBeta(x, a, b) / expected - 1)).toBeLessThan(1e-11);
  });
});
