/**
 * How often nominal 95 % intervals hold the true value: simulated studies with known κ = α, n = 50, 200 and 510 items,
 * k = 2, 3 and 6 raters, even and skewed shares. Run with
 *   npx esbuild bench/coverage.ts --bundle --platform=node --format=esm --outfile=.cache/bench/coverage.mjs
 *   node .cache/bench/coverage.mjs [studies=1000] [replicates=1000]
 * A study is one multinomial draw from the expected patterns of `assumedTable`. "none" is the share of studies without an
 * interval (no variation, or too many undefined resamples); they are left out of coverage.
 */
import { hasValue } from "@/lib/agreement/agreement";
import { assumedTable } from "@/lib/agreement/assumed-table";
import { bootstrapReplicates } from "@/lib/agreement/bootstrap";
import { intervalFromReplicates } from "@/lib/agreement/bootstrap-interval";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { countTable } from "@/lib/agreement/count-table";
import { infinitesimalJackknife } from "@/lib/agreement/infinitesimal-jackknife";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { type Measure, sumRows } from "@/lib/agreement/measure";
import { byChance, drawMultinomial } from "@/lib/agreement/multinomial";
import { seededRandom } from "@/lib/agreement/random";
import { waldInterval } from "@/lib/agreement/wald-interval";

type Ends = { low: number; high: number };
type Tally = { covered: number; width: number; intervals: number };

const STUDIES = Number(process.argv[2] ?? 1000);
const REPLICATES = Number(process.argv[3] ?? 1000);
const SHARES = { even: [1, 1, 1], skewed: [93, 5, 2] };
const KAPPA = 0.64;

function add(tally: Tally, ends: Ends, truth: number) {
  tally.intervals++;
  tally.width += ends.high - ends.low;
  if (ends.low <= truth && truth <= ends.high) tally.covered++;
}

/** Wald on log(1 − value), turned back: keeps the upper end at or below 1. */
function logInterval(value: number, error: number): Ends {
  const { low, high } = waldInterval(Math.log(1 - value), error / (1 - value));

  return { low: 1 - Math.exp(high), high: 1 - Math.exp(low) };
}

function simulate(measure: Measure, items: number, truth: number, name: string) {
  const tallies: Record<string, Tally> = {};
  const tally = (method: string) => (tallies[method] ??= { covered: 0, width: 0, intervals: 0 });
  const random = seededRandom(`coverage ${name}`);
  const order = byChance(measure.items);
  for (let study = 0; study < STUDIES; study++) {
    const drawn = drawMultinomial(items, measure.items, order, random, new Float64Array(measure.rows));
    const sample: Measure = { ...measure, items: drawn };
    const outcome = sample.evaluate(sumRows(sample, drawn, new Float64Array(sample.size)));
    if (!hasValue(outcome)) continue;
    const options = { seed: `${name} ${study}`, replicates: REPLICATES };
    const replicates = bootstrapReplicates(sample, options);
    for (const method of ["bca", "percentile"] as const) {
      const interval = intervalFromReplicates(sample, replicates, { ...options, method });
      if (interval.kind === "interval") add(tally(method), interval, truth);
    }
    const error = infinitesimalJackknife(sample);
    if (error.kind !== "standard_error" || outcome.value >= 1) continue;
    add(tally("jackknife"), waldInterval(outcome.value, error.value), truth);
    add(tally("jackknife, log"), logInterval(outcome.value, error.value), truth);
  }

  return tallies;
}

function main() {
  const rows: Record<string, string | number>[] = [];
  for (const [shares, masses] of Object.entries(SHARES)) {
    for (const raters of [2, 3, 6]) {
      const table = assumedTable({ categories: ["a", "b", "c"], shares: masses, kappa: KAPPA, raters });
      const measures: [string, Measure][] = [["α", krippendorffAlphaMeasure(countTable(table))]];
      if (raters === 2) measures.push(["Cohen's κ", cohenKappaMeasure(table, "rater 1", "rater 2")]);
      for (const [coefficient, measure] of measures) {
        for (const items of [50, 200, 510]) {
          const tallies = simulate(measure, items, KAPPA, `${shares} ${raters} ${coefficient} ${items}`);
          const cell = (method: string) => {
            const { covered, width, intervals } = tallies[method] ?? { covered: 0, width: 0, intervals: 0 };

            return intervals > 0 ? `${(covered / intervals).toFixed(3)} / ${(width / intervals).toFixed(3)}` : "-";
          };
          rows.push({
            shares,
            raters,
            coefficient,
            items,
            BCa: cell("bca"),
            percentile: cell("percentile"),
            jackknife: cell("jackknife"),
            "jackknife, log": cell("jackknife, log"),
            "no interval": (1 - (tallies.bca?.intervals ?? 0) / STUDIES).toFixed(3),
          });
        }
      }
    }
  }
  console.log(`${STUDIES} studies a row, ${REPLICATES} replicates each; true value ${KAPPA}; coverage / mean width`);
  console.table(rows);
}

main();
