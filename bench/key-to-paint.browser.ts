// From a key press to the frame that shows the next item, on a network of 200 ms, against the real server.
// npx playwright test -c bench/playwright.config.ts
import { test } from "@/e2e/fixtures/test";
import { LabelPage } from "@/e2e/label/label-page";
import { passages, seedLabelStudy } from "@/e2e/label/seed-label-study";

const PRESSES = 60;
const NETWORK_MS = 200;

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

test("key press to next item painted", async ({ as }) => {
  test.setTimeout(300_000);
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(PRESSES + 5) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.page.context().route("**/api/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, NETWORK_MS));
    await route.continue();
  });
  await label.open(study.slug);
  await label.page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    addEventListener(
      "keydown",
      (event) => {
        pressed = event.timeStamp;
      },
      { capture: true },
    );
    const heading = () => document.querySelector("#item-heading")?.textContent;
    let shown = heading();
    new MutationObserver(() => {
      if (heading() === shown || pressed === 0) return;
      shown = heading();
      const from = pressed;
      pressed = 0;
      // A message posted while a frame is prepared arrives once that frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { keyTimes: times });
  });
  for (let n = 1; n <= PRESSES; n += 1) {
    await label.press(String((n % 6) + 1));
    await label.onItem(n + 1);
  }
  const times = await label.page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  const sorted = times.toSorted((a, b) => a - b);
  console.table([
    {
      presses: sorted.length,
      "p50 ms": quantile(sorted, 0.5).toFixed(1),
      "p95 ms": quantile(sorted, 0.95).toFixed(1),
      "most ms": sorted.at(-1)?.toFixed(1),
    },
  ]);
});
