import { describe, expect, it } from "vitest";
import { drawBinomial, logFactorial } from "./binomial";
import { byChance, drawMultinomial } from "./multinomial";
import { normalProbability, normalQuantile } from "./normal";
import { seededRandom } from "./random";
import { studentProbability, studentQuantile } from "./student-t";

// Expected values of distributions: scipy 1.17.1.
describe("normal distribution", () => {
  it.each([
    [-8, 6.22096057427174e-16],
    [-3, 0.0013498980316300933],
    [-0.5, 0.3085375387259869],
    [1.96, 0.9750021048517795],
    [6, 0.9999999990134123],
    [7.5, 0.9999999999999681],
  ])("P(Z ≤ %d)", (z, expected) => {
    expect(Math.abs(normalProbability(z) / expected - 1)).toBeLessThan(1e-9);
    if (Math.abs(z) < 7) expect(Math.abs(normalProbability(z) - expected)).toBeLessThan(1e-15);
  });

  it.each([
    [1e-10, -6.361340902404056],
    [0.025, -1.9599639845400545],
    [0.3, -0.5244005127080409],
    [0.975, 1.959963984540054],
    [0.9999, 3.719016485455709],
  ])("quantile %d", (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 13);
  });
});

describe("Student's t", () => {
  it.each([
    [0.5, 1, 0.6475836176504333],
    [-2, 3, 0.06966298427942152],
    [1.3, 29, 0.898080408168985],
    [-4.2, 73, 3.7231052513324604e-5],
    [-30, 200, 2.8620806044139265e-76],
  ])("P(T ≤ %d) with %d degrees", (t, freedom, expected) => {
    expect(Math.abs(studentProbability(t, freedom) / expected - 1)).toBeLessThan(1e-11);
  });

  it.each([
    [0.975, 5, 2.5705818356363146],
    [0.995, 29, 2.756385903670605],
    [0.6, 2, 0.2886751345948128],
    [0.025, 5, -2.5705818356363146],
  ])("quantile %d with %d degrees", (p, freedom, expected) => {
    expect(studentQuantile(p, freedom)).toBeCloseTo(expected, 11);
  });
});

describe("seededRandom", () => {
  it("gives the numbers of the same generator written in Python, on every platform", () => {
    const random = seededRandom("assay");
    expect([random(), random(), random()]).toEqual([0.9834154668069829, 0.4184263432457719, 0.44503135000790617]);
  });

  it("gives the same numbers for the same seed, others for another", () => {
    const numbers = (seed: string) => Array.from({ length: 3 }, seededRandom(seed));
    expect(numbers("assay")).toEqual(numbers("assay"));
    expect(numbers("assay")).not.toEqual(numbers("assay "));
  });

  it("is uniform: mean, variance and serial correlation of 200,000 numbers within 4 standard errors", () => {
    const random = seededRandom("uniform");
    const n = 200_000;
    let sum = 0;
    let squares = 0;
    let products = 0;
    let before = 0.5;
    for (let index = 0; index < n; index++) {
      const number = random();
      sum += number;
      squares += (number - 0.5) ** 2;
      products += (number - 0.5) * (before - 0.5);
      before = number;
    }
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / n));
    expect(Math.abs(products / n)).toBeLessThan(4 * (1 / 12 / Math.sqrt(n)));
  });
});

describe("binomial and multinomial draws", () => {
  it("has log factorials", () => {
    expect(logFactorial(127)).toBeCloseTo(491.553448223298, 9);
    expect(logFactorial(128)).toBeCloseTo(496.40547848721764, 9);
    expect(logFactorial(1000)).toBeCloseTo(5912.128178488163, 8);
    expect(Math.abs(logFactorial(2_000_000) / 27017323.65031588 - 1)).toBeLessThan(1e-14);
  });

  it.each([
    [12, 0.3],
    [40, 0.02],
    [60, 0.4],
    [60, 0.85],
    [25, 0.5],
  ])("Binomial(%d, %d) fits its mass function: chi-squared", (trials, probability) => {
    const random = seededRandom(`binomial ${trials} ${probability}`);
    const draws = 100_000;
    const seen = new Float64Array(trials + 1);
    for (let draw = 0; draw < draws; draw++) {
      const successes = drawBinomial(trials, probability, random);
      seen[successes] = (seen[successes] ?? 0) + 1;
    }
    let statistic = 0;
    let freedom = -1;
    for (let k = 0; k <= trials; k++) {
      const log = logFactorial(trials) - logFactorial(k) - logFactorial(trials - k);
      const expected = draws * Math.exp(log + k * Math.log(probability) + (trials - k) * Math.log1p(-probability));
      if (expected < 5) continue;
      statistic += ((seen[k] ?? 0) - expected) ** 2 / expected;
      freedom++;
    }
    // Wilson and Hilferty: chi-squared to a normal deviate; 4 of them is one in 30,000.
    const deviate = (Math.cbrt(statistic / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
    expect(deviate).toBeLessThan(4);
  });

  it("draws large binomials with the right mean and variance", () => {
    const random = seededRandom("large");
    const draws = 20_000;
    const values = Array.from({ length: draws }, () => drawBinomial(2_000_000, 0.37, random));
    const mean = values.reduce((sum, value) => sum + value, 0) / draws;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (draws - 1);
    const expected = 2_000_000 * 0.37 * 0.63;
    expect(Math.abs(mean - 740_000)).toBeLessThan(4 * Math.sqrt(expected / draws));
    expect(Math.abs(variance / expected - 1)).toBeLessThan(4 * Math.sqrt(2 / draws));
  });

  it("spreads all trials over the rows in proportion", () => {
    const chances = Float64Array.of(1, 6, 3);
    const out = new Float64Array(3);
    const order = byChance(chances);
    expect([...order]).toEqual([1, 2, 0]);
    const random = seededRandom("multinomial");
    const sums = new Float64Array(3);
    for (let draw = 0; draw < 5000; draw++) {
      drawMultinomial(10, chances, order, random, out);
      expect(out.reduce((sum, count) => sum + count, 0)).toBe(10);
      out.forEach((count, row) => {
        sums[row] = (sums[row] ?? 0) + count;
      });
    }
    chances.forEach((chance, row) => {
      const share = chance / 10;
      const error = Math.sqrt((share * (1 - share)) / 50_000);
      expect(Math.abs((sums[row] ?? 0) / 50_000 - share)).toBeLessThan(4 * error);
    });
  });
});
