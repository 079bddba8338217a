import { readFileSync } from "node:fs";
import { type BrowserContext, test as base, type Download, expect, type Page } from "@playwright/test";
import { type Studio, startStudio } from "@/e2e/fixtures/studio";
import { testDatabase } from "@/scripts/test-database";

type Fixtures = {
  /** A studio of its own on a database that holds nothing yet. */
  studio: Studio;
  /** A page of a new browser context at that studio: another person's browser. */
  browserOf: () => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  studio: async ({}, use) => {
    const database = await testDatabase();
    const studio = await startStudio({ DATABASE_URL: database.url });
    await use(studio);
    await studio.stop();
    await database.end();
  },
  browserOf: async ({ browser, studio }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: studio.url });
      context.setDefaultTimeout(30_000);
      contexts.push(context);

      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** The one-time link that `npm start` prints. */
export function firstLink(studio: Studio): string {
  const found = /administrator joins here .*?: (\S+)/.exec(studio.output());
  if (!found?.[1]) throw new Error(`No link for the first administrator:\n${studio.output()}`);

  return found[1];
}

/** Opens a join link, sets a passphrase, and signs in with it. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@assay.invalid`;
  const passphrase = `seven quiet otters and ${name}`;
  await page.goto(link);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/sign-in|\/join\//);
}

/** On the page of layers: one label, one format, as the file that the browser saves. */
export async function downloadLayer(page: Page, slug: string, question: string, format: string): Promise<string> {
  await page.goto(`/studies/${slug}/layers`);
  await page.locator('select[name="question"]').selectOption(question);
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/question=/);
  await page.getByLabel("Format").selectOption(format);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();

  return textOf(await download);
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

export { expect };
