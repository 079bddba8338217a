// `npm test`: everything, in order of cost, each step's outcome counted. The last line sums all runners.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./find-browser.mjs";

const root = path.resolve(import.meta.dirname, "..");
const reports = mkdtempSync(path.join(tmpdir(), "assay-reports-"));
const hasShared = existsSync(path.join(root, "../shared"));
const total = { passed: 0, failed: 0 };
const skips = [];
const failures = [];
/** Passed, but not at once: named at the end, so that nobody takes a race for good health. */
const seconds = [];

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1", ...env },
    });
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

function note(outcome, name, reason = "") {
  if (outcome === "passed") total.passed += 1;
  else if (outcome === "failed") {
    total.failed += 1;
    failures.push(name);
  } else if (hasShared && /\.\.\/shared/.test(`${name} ${reason}`)) {
    note("failed", `${name} (skipped although ../shared is there)`);
  } else skips.push(`${name}${reason ? ` (${reason})` : ""}`);
}

async function step(name, command, args, env) {
  const started = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const code = await run(command, args, env);
  process.stdout.write(
    `== ${name}: ${code === 0 ? "ok" : `exit ${code}`} in ${Math.round((performance.now() - started) / 1000)} s\n`,
  );

  return code;
}

async function single(name, command, args, env) {
  note((await step(name, command, args, env)) === 0 ? "passed" : "failed", name);
}

async function vitest(project) {
  const file = path.join(reports, `${project}.json`);
  const args = [
    "vitest",
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(project === "db" ? ["--retry=1"] : []),
  ];
  const code = await step(`${project} tests`, "npx", args);
  const before = total.failed;
  if (existsSync(file)) {
    for (const suite of JSON.parse(readFileSync(file, "utf8")).testResults) {
      if (suite.assertionResults.length === 0 && suite.status === "failed") note("failed", suite.name);
      for (const test of suite.assertionResults) {
        const outcome = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
        if (outcome === "passed" && test.failureMessages?.length > 0) seconds.push(test.fullName);
        note(outcome, test.fullName, test.failureMessages?.[0] ?? "");
      }
    }
  }
  if (code !== 0 && total.failed === before) note("failed", `${project} tests ended with exit ${code}`);
}

function* specsOf(suite, prefix = []) {
  const names = suite.title ? [...prefix, suite.title] : prefix;
  for (const spec of suite.specs ?? []) yield { names: [...names, spec.title], spec };
  for (const inner of suite.suites ?? []) yield* specsOf(inner, names);
}

async function playwright() {
  const file = path.join(reports, "e2e.json");
  const browser = await findBrowser(run);
  if (!browser) return note("failed", "e2e: no Chromium found, and none could be installed");
  const code = await step("e2e tests", "npx", ["playwright", "test"], {
    ASSAY_CHROMIUM: browser,
    ASSAY_E2E_REPORT: file,
  });
  const before = total.failed;
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { suites: [] };
  for (const suite of report.suites) {
    for (const { names, spec } of specsOf(suite)) {
      for (const test of spec.tests) {
        const outcome = { expected: "passed", flaky: "passed", skipped: "skipped" }[test.status] ?? "failed";
        if (test.status === "flaky") seconds.push(names.join(" › "));
        note(outcome, names.join(" › "), test.annotations?.find((entry) => entry.type === "skip")?.description ?? "");
      }
    }
  }
  if (code !== 0 && total.failed === before) note("failed", `e2e tests ended with exit ${code}`);
}

await single("generated client", "node", ["scripts/generate.mjs"]);
await single("lint and layer rules", "npx", ["biome", "check", "--error-on-warnings", "."]);
await single("route types", "npx", ["next", "typegen"]);
await single("types", "npx", ["tsc", "--noEmit"]);
await vitest("unit");
await vitest("db");
await single("production build", "node", ["bin/assay.mjs", "build"]);
await playwright();

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nfailed:\n${failures.map((name) => `  ${name}`).join("\n")}\n`);
if (seconds.length > 0) {
  process.stdout.write(`\npassed at the second try:\n${seconds.map((name) => `  ${name}`).join("\n")}\n`);
}
process.stdout.write(`\n${skips.length === 0 ? "skipped: none" : `skipped: ${skips.length}: ${skips.join("; ")}`}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
