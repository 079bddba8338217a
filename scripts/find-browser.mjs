// A Chromium for the browser tests: one that is here, else Playwright's own, else Debian's.
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const KNOWN = [
  process.env.ASSAY_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

function present() {
  return (
    KNOWN.find((file) => file && existsSync(file)) ??
    (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
  );
}

/** Path of a Chromium, installing one where none is found. `run` resolves to a command's exit code. */
export async function findBrowser(run) {
  if (present()) return present();
  await run("npx", ["playwright", "install", "chromium"]);
  if (present()) return present();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      DEBIAN_FRONTEND: "noninteractive",
    });
  }

  return present();
}
