import { type Browser, expect, type Page } from "@playwright/test";

/** A phone of its own: nothing is shared with another one but the link. */
export async function phone(browser: Browser, more: object = {}): Promise<AuthorPage> {
  const baseURL = process.env.ASSAY_E2E_URL;
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...{
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
      locale: "en-GB",
    },
    ...more,
  });

  return new AuthorPage(await context.newPage());
}

/** The author's pages as an author meets them. */
export class AuthorPage {
  constructor(readonly page: Page) {}

  heading = () => this.page.getByRole("heading", { level: 1 });
  button = (name: string | RegExp) => this.page.getByRole("button", { name });
  shaped = (title: string) => this.page.getByRole("checkbox", { name: `Shaped this paper: ${title}`, exact: true });
  saveLine = () => this.page.locator('[data-slot="save-line"]');
  held = () => this.page.locator('[data-slot="held"]');

  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.page.waitForURL(/\/endorse$/);
  }

  /** The page's own script has taken over. */
  async ready(): Promise<void> {
    await expect
      .poll(() =>
        this.page.evaluate(() =>
          Object.keys(document.querySelector("main button") ?? {}).some((key) => key.startsWith("__react")),
        ),
      )
      .toBe(true);
  }

  async agree(publish = true): Promise<void> {
    await this.ready();
    await this.page.getByText("Yes, this is me").tap();
    await this.page.getByRole("checkbox", { name: "I have read this and agree." }).check();
    if (publish) await this.page.getByRole("checkbox", { name: /may be published/ }).check();
    await this.button("Agree and begin").tap();
    await expect(this.page.locator('[data-slot="foot-bar"]')).toBeVisible();
  }

  async recall(text: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "A work that shaped this paper" }).fill(text);
  }

  /** Labels take the tap; the checkbox within is for screen readers and keys. */
  async tapShaped(title: string): Promise<void> {
    await this.page.locator('[data-slot="reference"]').filter({ hasText: title }).getByText("Shaped it").tap();
  }

  async next(): Promise<void> {
    await this.button("Go on").tap();
  }

  async saved(): Promise<void> {
    await expect(this.saveLine()).toHaveText("Saved on every tap");
  }

  async sideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
