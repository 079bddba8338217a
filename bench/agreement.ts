/**
 * Speed of lib/agreement at 10k to 2M items × 6 raters, 60 % missing. Run with
 *   npx esbuild bench/agreement.ts --bundle --platform=node --format=esm --outfile=.cache/bench/agreement.mjs
 *   node --expose-gc .cache/bench/agreement.mjs
 * Bars (DESIGN.md 8): 2M × 6 to patterns and α < 0.1 s; 10,000 replicates < 1 s with worker threads; bootstrap time at
 * most doubling from 100k to 2M. Worker threads: one per core, each given blocks of replicates; the numbers do not
 * depend on how many there are.
 */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { BLOCK, bootstrapBlock, bootstrapReplicates } from "@/lib/agreement/bootstrap";
import { intervalFromReplicates } from "@/lib/agreement/bootstrap-interval";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { compactMeasure } from "@/lib/agreement/compact-measure";
import { compressLabels } from "@/lib/agreement/compress-labels";
import { compressPatterns } from "@/lib/agreement/compress-patterns";
import type { CountTable } from "@/lib/agreement/count-table";
import { generatedMatrix } from "@/lib/agreement/fixtures/generated-matrix";
import { infinitesimalJackknife } from "@/lib/agreement/infinitesimal-jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { evaluateMeasure } from "@/lib/agreement/measure";

type Task = { table: CountTable; distance: "nominal" | "ordinal"; seed: string; from: number; to: number };

const REPLICATES = 10_000;
const SEED = 20260101;

function work(task: Task): Float64Array {
  const measure = compactMeasure(krippendorffAlphaMeasure(task.table, task.distance));
  const values = new Float64Array((task.to - task.from) * BLOCK);
  for (let block = task.from; block < task.to; block++) {
    values.set(bootstrapBlock(measure, block, BLOCK, { seed: task.seed }), (block - task.from) * BLOCK);
  }

  return values;
}

async function inThreads(threads: readonly Worker[], task: Omit<Task, "from" | "to">): Promise<Float64Array> {
  const blocks = REPLICATES / BLOCK;
  const share = Math.ceil(blocks / threads.length);
  const parts = await Promise.all(
    threads.map(
      (thread, index) =>
        new Promise<Float64Array>((resolve) => {
          thread.once("message", resolve);
          thread.postMessage({ ...task, from: index * share, to: Math.min(blocks, (index + 1) * share) });
        }),
    ),
  );
  const values = new Float64Array(REPLICATES);
  let offset = 0;
  for (const part of parts) {
    values.set(part, offset);
    offset += part.length;
  }

  return values;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Median processor seconds of one thread (its wall time on an idle machine), after one run to warm up. */
function timed<T>(run: () => T, times = 5): { seconds: number; result: T } {
  let result = run();
  const seconds: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const start = process.cpuUsage();
    result = run();
    seconds.push(process.cpuUsage(start).user / 1e6);
  }

  return { seconds: median(seconds), result };
}

async function main() {
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL(import.meta.url), { workerData: "bootstrap" }),
  );
  const rows: Record<string, string | number>[] = [];
  for (const kind of ["nominal", "ordinal"] as const) {
    for (const items of [10_000, 100_000, 1_000_000, 2_000_000]) {
      const matrix = generatedMatrix(kind, items, SEED);
      const all = timed(() => {
        const table = compressLabels(matrix);

        return { table, alpha: krippendorffAlpha(table, kind) };
      });
      const { table, alpha } = all.result;
      const measure = krippendorffAlphaMeasure(table, kind);
      const error = timed(() => infinitesimalJackknife(measure));
      const one = timed(() => bootstrapReplicates(measure, { seed: "bench", replicates: REPLICATES }), 1);
      await inThreads(threads, { table, distance: kind, seed: "bench" });
      const start = performance.now();
      const spread = await inThreads(threads, { table, distance: kind, seed: "bench" });
      const parallel = (performance.now() - start) / 1000;
      if (!spread.every((value, index) => value === one.result[index])) throw new Error("Threads changed the numbers.");
      const interval = intervalFromReplicates(measure, spread, { seed: "bench" });
      rows.push({
        scale: kind,
        items,
        patterns: table.rows,
        alpha: alpha.kind === "estimate" ? alpha.value.toFixed(6) : alpha.reason,
        interval:
          interval.kind === "interval" ? `${interval.low.toFixed(5)} ${interval.high.toFixed(5)}` : interval.reason,
        "compress + α, cpu s": all.seconds.toFixed(4),
        "jackknife SE, cpu s": error.seconds.toFixed(4),
        "10,000 replicates, cpu s": one.seconds.toFixed(3),
        [`${threads.length} threads, wall s`]: parallel.toFixed(3),
        "memory, MB": Math.round(process.memoryUsage().rss / 1e6),
      });
    }
  }
  console.table(rows);

  const matrix = generatedMatrix("nominal", 2_000_000, SEED);
  const raters = Array.from({ length: 6 }, (_, index) => `r${index}`);
  const patterns = timed(() => compressPatterns({ ...matrix, raters }), 3);
  const kappa = timed(() => evaluateMeasure(cohenKappaMeasure(patterns.result, "r0", "r1")), 3);
  console.log(
    `2M × 6, who said what: ${patterns.result.rows} patterns in ${patterns.seconds.toFixed(3)} s, κ in ${kappa.seconds.toFixed(4)} s`,
  );
  await Promise.all(threads.map((thread) => thread.terminate()));
}

if (isMainThread) await main();
else if (workerData === "bootstrap") {
  const port = parentPort;
  port?.on("message", (task: Task) => {
    const values = work(task);
    port.postMessage(values, [values.buffer as ArrayBuffer]);
  });
}
