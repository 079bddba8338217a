import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { phone } from "./author-page";
import { seedAuthors } from "./seed-authors";

for (const colorScheme of ["light", "dark"] as const) {
  test(`no fault that axe can find, in ${colorScheme}, on any of the author's pages; nothing scrolls sideways`, async ({
    browser,
  }) => {
    test.setTimeout(150_000);
    const { link } = await seedAuthors({ collects: { maybe: true } });
    const author = await phone(browser, { colorScheme });
    const { page } = author;
    const check = async (name: string) => {
      expect(await faults(page), name).toEqual([]);
      expect(await author.sideways(), name).toBe(false);
    };
    await author.open(`${link("sena")}x`);
    await check("gone");
    await author.open(link("sena"));
    await check("start");
    await author.agree();
    await author.recall("theory");
    await expect(page.locator('[data-slot="suggestions"] li').first()).toBeVisible();
    await check("recall");
    await page.locator('[data-slot="suggestions"] button').first().tap();
    await author.button("Not you?").tap();
    await check("named");
    await author.next();
    await author.tapShaped("Slow lists and quick decisions");
    const dense = page.locator('[data-slot="reference"]').filter({ hasText: "Dense encoders" });
    await dense.getByText("Maybe").tap();
    await page.getByRole("button", { name: /^Say why: Slow/ }).tap();
    await check("list");
    await author.next();
    await page.getByText("A talk").tap();
    await check("other");
    await author.button("Review").tap();
    await expect(page.locator('[data-slot="published"] tbody tr')).toHaveCount(2);
    await check("review");
    await author.button("Submit").tap();
    await expect(author.heading()).toHaveText("Thank you");
    await author.button("Withdraw everything").tap();
    await check("thanks");
    await author.button("Yes, withdraw").tap();
    await expect(author.heading()).toHaveText("Your answers are withdrawn");
    await check("withdrawn");
    await author.close();
  });
}

test("by keyboard alone, at 400 % of 1280 × 800: agree, name a work, tick one, submit; targets are 44 px by touch", async ({
  browser,
}) => {
  const { link } = await seedAuthors();
  const author = await phone(browser, { viewport: { width: 320, height: 200 } });
  const { page } = author;
  await author.open(link("sena"));
  await author.ready();
  const press = async (name: string | RegExp) => {
    await author.button(name).focus();
    await page.keyboard.press("Enter");
  };
  await page.getByRole("checkbox", { name: "Yes, this is me" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "I have read this and agree." }).focus();
  await page.keyboard.press("Space");
  await press("Agree and begin");
  const box = page.getByRole("textbox", { name: "A work that shaped this paper" });
  await box.focus();
  await page.keyboard.type("A work of my own");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-slot="said"]')).toHaveText("Added: A work of my own");
  await expect(box).toBeFocused();
  await press("Go on");
  await expect(author.heading()).toBeFocused();
  await author.shaped("A theory of browsing").focus();
  await page.keyboard.press("Space");
  await expect(author.shaped("A theory of browsing")).toBeChecked();
  expect(await author.sideways()).toBe(false);
  // Low screens: the bar at the foot must not cover what is read.
  const position = await page.locator('[data-slot="foot-bar"]').evaluate((bar) => getComputedStyle(bar).position);
  expect(position).toBe("static");
  const heights = await page.locator('[data-slot="toggle"]').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(42);
  await press("Go on");
  await press("Review");
  await press("Submit");
  await expect(author.heading()).toHaveText("Thank you");
  await expect(author.heading()).toBeFocused();
  await author.close();
});

test("a tap made before the page's script is there shows at once, and is saved when it comes", async ({ browser }) => {
  const { link, studyId } = await seedAuthors({ collects: { openRecall: false } });
  const author = await phone(browser);
  const { page } = author;
  await author.open(link("sena"));
  await author.agree();
  await author.saved();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/endorse", { waitUntil: "commit" });
  await author.tapShaped("A theory of browsing");
  await expect(author.shaped("A theory of browsing")).toBeChecked();
  expect(await prisma().endorsement.count({ where: { studyId } })).toBe(0);
  release();
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(1);
  await author.close();
});
