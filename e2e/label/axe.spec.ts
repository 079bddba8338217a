import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { LabelPage } from "./label-page";
import { instances, passages, seedLabelStudy } from "./seed-label-study";

for (const scheme of ["light", "dark"] as const) {
  test(`no fault that axe can find, in ${scheme}: item, dialogs, guideline, the end, my work`, async ({ as }) => {
    test.setTimeout(180_000);
    const study = await seedLabelStudy({ codebook: "must-cite", items: instances(2) });
    const label = new LabelPage(await as(study.raters[0]));
    await label.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await label.open(study.slug);
    expect(await faults(label.page)).toEqual([]);
    for (const key of ["s", "c", "?"]) {
      await label.press(key);
      await expect(label.page.getByRole("dialog")).toBeVisible();
      expect(await faults(label.page), key).toEqual([]);
      await label.press("Escape");
      await expect(label.page.getByRole("dialog")).toBeHidden();
      await expect(label.heading()).toBeFocused();
    }
    await label.press("g");
    await expect(label.page.locator('[data-slot="guideline"]')).toBeVisible();
    expect(await faults(label.page), "g").toEqual([]);
    await label.press("g");
    await label.press("d");
    await label.press("2");
    await expect(label.page.getByRole("textbox", { name: "Say why" })).toBeFocused();
    expect(await faults(label.page), "note").toEqual([]);
    await label.press("Escape");
    await label.press("y");
    await label.press("5");
    await label.onItem(2);
    await label.press("y");
    await label.press("4");
    await expect(label.heading()).toHaveText("All done");
    expect(await faults(label.page), "end").toEqual([]);
    await label.saved();
    await label.page.goto(`/label/${study.slug}/work`);
    await expect(label.heading()).toHaveText("My work");
    expect(await faults(label.page), "work").toEqual([]);
  });
}

test("on a phone everything is reached by touch: options, undo, skip, comment; nothing scrolls sideways", async ({
  browser,
  baseURL,
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const cookies = await (await as(study.raters[0])).context().cookies();
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addCookies(cookies);
  const label = new LabelPage(await context.newPage());
  await label.open(study.slug);
  const box = await label.option("Method extension").boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await expect(label.page.locator("mark")).toBeInViewport();
  await label.option("Method extension").tap();
  await label.onItem(2);
  await label.page.getByRole("button", { name: "undo" }).tap();
  await label.onItem(1);
  await label.page.getByRole("button", { name: "skip" }).tap();
  await label.page.getByRole("button", { name: "Garbled text" }).tap();
  await label.onItem(2);
  const sideways = await label.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(sideways).toBe(false);
  expect(await faults(label.page)).toEqual([]);
  await context.close();
});
