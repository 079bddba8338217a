// Warm start to first page (bar: 3 s) and the second call of `--help` (bar: 1 s), each as a person would call them.
// npx esbuild bench/start.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/start.mjs && node .cache/bench/start.mjs [runs]
// A data folder of its own, gone afterwards. The build must be up to date (`npm run build`); the machine should be idle.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/e2e/fixtures/studio";

const RUNS = Number(process.argv[2] ?? 5);
const data = fs.mkdtempSync(path.join(os.tmpdir(), "assay-bench-start-"));
const environment = {
  ...process.env,
  ASSAY_DATA: data,
  ASSAY_DEMO: "0",
  DATABASE_URL: "",
  NODE_ENV: "production" as const,
};
const rows: Record<string, string | number>[] = [];

function assay(args: string[], more: Record<string, string> = {}): ChildProcess {
  return spawn("node", ["bin/assay.mjs", ...args], { env: { ...environment, ...more }, stdio: "ignore" });
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once("exit", () => resolve()));

/** From the call to the last byte of the sign-in page. */
async function firstPage(signal: NodeJS.Signals): Promise<number> {
  const port = String(await freePort());
  const begin = performance.now();
  const child = assay(["start"], { PORT: port });
  const end = ended(child);
  for (;;) {
    if (child.exitCode !== null) throw new Error("The studio did not start: try `npm start` by hand.");
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`).catch(() => null);
    const text = await page?.text();
    if (page?.status === 200 && text?.includes("</html>")) break;
    await sleep(10);
  }
  const took = performance.now() - begin;
  child.kill(signal);
  await end;

  return took;
}

async function help(): Promise<number> {
  const begin = performance.now();
  await ended(assay(["--help"]));

  return performance.now() - begin;
}

function tell(what: string, times: number[], bar: string): void {
  const sorted = times.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => Number((ms / 1000).toFixed(2));
  const median = sorted[Math.floor(sorted.length / 2)];
  rows.push({
    what,
    n: times.length,
    least: seconds(sorted[0]),
    median: seconds(median),
    most: seconds(sorted.at(-1)),
    bar,
  });
}

async function repeat(of: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await of());

  return times;
}

try {
  await help(); // The first call bundles the sources.
  tell("assay --help, second call", await repeat(help), "1 s");
  tell("first start: a new database, all migrations", [await firstPage("SIGTERM")], "");
  tell("warm start to first page, database stopped before", await repeat(() => firstPage("SIGTERM")), "3 s");
  tell("ready again after kill -9 (the database runs on)", (await repeat(() => firstPage("SIGKILL"))).slice(1), "5 s");
  console.table(rows);
  const load = os.loadavg().map((one) => one.toFixed(1));
  console.log(`seconds; Node ${process.versions.node}, ${os.cpus().length} processors, load ${load.join(" ")}`);
} finally {
  await ended(assay(["db", "stop", "--force"]));
  fs.rmSync(data, { recursive: true, force: true });
}
