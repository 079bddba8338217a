import config from "@/playwright.config";

/** Benchmarks that need a browser: `npx playwright test -c bench/playwright.config.ts`. One at a time, never in the tests. */
export default {
  ...config,
  testDir: ".",
  testMatch: "*.browser.ts",
  globalSetup: "../e2e/fixtures/global-setup.ts",
  workers: 1,
};
