import { expect, type Page } from "@playwright/test";

/** The label page as a rater meets it. */
export class LabelPage {
  constructor(readonly page: Page) {}

  heading = () => this.page.getByRole("heading", { level: 1 });
  status = () => this.page.locator('[data-slot="outbox-status"]');
  said = () => this.page.locator('[data-slot="said"]');
  option = (name: RegExp | string) => this.page.locator('[data-slot="option"]').filter({ hasText: name });

  async open(slug: string): Promise<void> {
    await this.page.goto(`/label/${slug}`);
    await this.onItem(1);
  }

  /** Waits until this item is on the screen and takes answers. */
  async onItem(n: number): Promise<void> {
    await expect(this.heading()).toHaveText(new RegExp(`^Item ${n} of `, "i"));
    await this.painted();
  }

  /** Two frames: what was drawn has been shown. */
  async painted(): Promise<void> {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async saved(): Promise<void> {
    await expect(this.status()).toHaveText("All answers saved");
  }

  /** Takes the mouse away: any use of it by the page's user would throw. */
  async withoutMouse(): Promise<void> {
    await this.page.addInitScript(() => {
      const used = () => Object.assign(window, { mouseUsed: true });
      for (const type of ["mousedown", "click", "pointerdown"]) {
        window.addEventListener(type, (event) => event.isTrusted && (event as MouseEvent).detail > 0 && used(), true);
      }
    });
  }

  async mouseWasUsed(): Promise<boolean> {
    return this.page.evaluate(() => "mouseUsed" in window);
  }
}
