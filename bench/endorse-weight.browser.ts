// What a phone loads from the link in the mail to the author's page, and when it can be used, on a slow mobile network
// (400 kbit/s, 400 ms there and back, processor four times slower), 360 × 640, nothing cached.
// npx playwright test -c bench/playwright.config.ts endorse-weight
import { phone } from "@/e2e/endorse/author-page";
import { seedAuthors } from "@/e2e/endorse/seed-authors";
import { test } from "@/e2e/fixtures/test";

const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const RUNS = 5;

test("weight and time of the author's page", async ({ browser }) => {
  test.setTimeout(300_000);
  const { link } = await seedAuthors();
  const rows: object[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const author = await phone(browser);
    const { page } = author;
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", SLOW);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const kinds = new Map<string, string>();
    const bytes = new Map<string, number>();
    client.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "other";
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
    });
    const from = Date.now();
    const since = () => ((Date.now() - from) / 1000).toFixed(2);
    await page.goto(link("ida"), { waitUntil: "commit" });
    await page.getByRole("checkbox", { name: "I have read this and agree." }).waitFor();
    const usable = since();
    await author.ready();
    const scripted = since();
    await page.waitForLoadState("networkidle");
    const kB = (kind: string) => ((bytes.get(kind) ?? 0) / 1000).toFixed(1);
    const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    rows.push({
      "to be read, scrolled, ticked (s)": usable,
      "saves (s)": scripted,
      "HTML kB": kB("Document"),
      "CSS kB": kB("Stylesheet"),
      "JS kB": kB("Script"),
      "fonts kB": kB("Font"),
      "all kB": (total / 1000).toFixed(1),
    });
    await author.close();
  }
  console.table(rows);
});
