import { defineConfig, devices } from "@playwright/test";

const report = process.env.ASSAY_E2E_REPORT;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/fixtures/global-setup.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // In npm test, which names whatever needed its second try.
  retries: report ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.ASSAY_E2E_URL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.ASSAY_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
