import type { Page } from "@playwright/test";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { decisionsOf, seedDisputes } from "./seed-disputes";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const saved = (page: Page) => expect(page.locator('[data-slot="saving"]')).toHaveText("All decisions saved");

async function begin(page: Page, slug: string): Promise<void> {
  await page.goto(`/studies/${slug}/adjudicate`);
  await page.getByRole("link", { name: "Begin" }).focus();
  await page.keyboard.press("Enter");
  await onDispute(page, 1);
}

async function onDispute(page: Page, n: number): Promise<void> {
  await expect(page.locator('[data-slot="adjudicate"][data-ready]')).toBeVisible();
  await expect(heading(page)).toHaveText(new RegExp(`^Dispute ${n} of `, "i"));
  await expect(page.locator('[data-slot="decision"]')).toBeVisible();
}

test("three disputes by keyboard alone: option, reason, note, guideline, undo; the judge is named when asked", async ({
  as,
}) => {
  const study = await seedDisputes();
  const [ann] = study.adjudicators;
  const page = await as(ann);
  await page.goto(`/studies/${study.slug}/adjudicate`);
  await expect(page.getByRole("link", { name: "Undecided 3" })).toBeVisible();
  const table = page.getByRole("table", { name: "The queue" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await begin(page, study.slug);
  const answers = page.locator('[data-slot="answers"]');
  await expect(answers.getByRole("listitem")).toHaveCount(4);
  await expect(answers).not.toContainText("· judge");
  await page.keyboard.press("x");
  await expect(answers.getByRole("listitem").filter({ hasText: "r-oryx" })).toContainText("judge");
  await expect(answers).toContainText("You asked: one is a judge.");
  // The guideline on exactly the options in dispute: ME and TF.
  await expect(page.locator('[data-slot="criteria"] dt')).toHaveCount(2);

  await page.keyboard.press("2");
  await expect(page.getByRole("heading", { name: "Why did they differ?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Why did they differ?" })).toBeHidden();
  await page.keyboard.press("f");
  await expect(page.getByRole("textbox", { name: "What should the guideline say?" })).toBeFocused();
  await page.keyboard.type("Say that a listing is background.");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-slot="decision"]')).toContainText("For the guideline");
  await page.keyboard.press("2");
  await page.keyboard.press("2");
  await onDispute(page, 2);
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press("c");
  await page.keyboard.type("The order is theirs.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("3");
  await page.keyboard.press("1");
  await onDispute(page, 3);
  await page.keyboard.press("u");
  await onDispute(page, 2);
  await page.keyboard.press("6");
  await page.keyboard.press("4");
  await onDispute(page, 3);
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Everything in this list has been shown" })).toBeVisible();
  await saved(page);
  expect(await decisionsOf(study, ann.userId)).toEqual(["0 role=ME criteria_unclear", "1 role=BC genuinely_ambiguous"]);
  const { studyId } = study;
  const events = await prisma().adjudicationEvent.findMany({ where: { studyId }, orderBy: { at: "asc" } });
  expect(events.map((event) => [event.value, event.judgeShown, event.note])).toEqual([
    ["ME", true, null],
    ["GM", false, "The order is theirs."],
    [null, false, null],
    ["BC", false, null],
  ]);
  const tasks = await prisma().codebookTask.findMany({ where: { studyId } });
  expect(tasks.map((task) => [task.question, task.option, task.text])).toEqual([
    ["role", "ME", "Say that a listing is background."],
  ]);
  await page.goto(`/studies/${study.slug}/adjudicate`);
  await expect(page.getByRole("link", { name: "Undecided 1" })).toBeVisible();
});

test("a second adjudicator decides without seeing the first; then both are seen, κ stands on the page, and one settles", async ({
  as,
}) => {
  const study = await seedDisputes();
  const [ann, bob] = study.adjudicators;
  const first = await as(ann);
  await begin(first, study.slug);
  await first.keyboard.press("2");
  await first.keyboard.press("1");
  await onDispute(first, 2);
  await first.keyboard.press("6");
  await first.keyboard.press("1");
  await onDispute(first, 3);
  await saved(first);

  const page = await as(bob);
  await page.goto(`/studies/${study.slug}/adjudicate?filter=second`);
  await page.getByRole("link", { name: "Begin" }).click();
  await onDispute(page, 1);
  await expect(page.locator('[data-slot="standing"]')).toContainText("Somebody else decided this.");
  await expect(page.locator('[data-slot="standing"]')).not.toContainText("ME");
  await page.keyboard.press("2");
  await page.keyboard.press("1");
  await onDispute(page, 2);
  await page.keyboard.press("3");
  await page.keyboard.press("4");
  await expect(page.getByRole("heading", { name: "Everything in this list has been shown" })).toBeVisible();
  await saved(page);

  await page.goto(`/studies/${study.slug}/adjudicate`);
  const row = page.getByRole("table", { name: "Agreement of adjudicators" }).getByRole("row").nth(1);
  // ME ME and BC GM: 1 of 2 alike, pe = .25, κ = (.5 − .25) / .75.
  await expect(row).toContainText("Adjudicator 1 and you");
  await expect(row.getByRole("cell").nth(2)).toHaveText("1");
  await expect(row).toContainText(".333");
  await page.goto(`/studies/${study.slug}/adjudicate/work?filter=differ`);
  await onDispute(page, 1);
  await expect(page.locator('[data-slot="standing"]')).toContainText("You decided GM; Adjudicator 1 decided BC");
  await page.keyboard.press("6");
  await page.keyboard.press("4");
  await saved(page);
  expect(await decisionsOf(study, bob.userId)).toEqual([
    "0 role=ME rater_slip",
    "1 role=BC genuinely_ambiguous settles",
  ]);
  await page.goto(`/studies/${study.slug}/adjudicate`);
  await expect(page.getByRole("link", { name: "Adjudicators differ 0" })).toBeVisible();
  await expect(row).toContainText(".333");
});

test("a decision that the network loses is kept, sent again with the same id, and written once", async ({ as }) => {
  const study = await seedDisputes();
  const [ann] = study.adjudicators;
  const page = await as(ann);
  await begin(page, study.slug);
  let dropped = 0;
  await page.route("**/adjudications", async (route) => {
    if (route.request().method() !== "POST" || dropped > 0) return route.continue();
    dropped += 1;
    // The server has it; the answer is lost.
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("6");
  await page.keyboard.press("1");
  await onDispute(page, 2);
  await page.getByRole("button", { name: "Send again" }).press("Enter");
  await saved(page);
  await expect(page.getByRole("button", { name: "Send again" })).toBeHidden();
  expect(await prisma().adjudicationEvent.count({ where: { studyId: study.studyId } })).toBe(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no fault that axe can find, and nothing scrolls sideways on a phone, in ${colorScheme}`, async ({ as }) => {
    test.setTimeout(120_000);
    const study = await seedDisputes();
    const page = await as(study.adjudicators[0]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/studies/${study.slug}/adjudicate`);
      expect(await faults(page), `queue ${width}`).toEqual([]);
      await page.goto(`/studies/${study.slug}/adjudicate/work`);
      await onDispute(page, 1);
      await page.keyboard.press("x");
      await expect(page.locator('[data-slot="answers"]')).toContainText("You asked");
      await page.keyboard.press("6");
      await page.keyboard.press("f");
      await expect(page.getByRole("textbox", { name: "What should the guideline say?" })).toBeFocused();
      expect(await faults(page), `dispute ${width}`).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(sideways, String(width)).toBe(false);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await faults(page), `keys ${width}`).toEqual([]);
      const shots = process.env.ASSAY_SHOTS;
      if (shots) await page.screenshot({ path: `${shots}/keys-${colorScheme}-${width}.png` });
      await page.keyboard.press("Escape");
      if (!shots) continue;
      await page.screenshot({ path: `${shots}/work-${colorScheme}-${width}.png`, fullPage: true });
      await page.goto(`/studies/${study.slug}/adjudicate`);
      await page.screenshot({ path: `${shots}/queue-${colorScheme}-${width}.png`, fullPage: true });
    }
  });
}

test("raters and auditors have no such page", async ({ as }) => {
  const study = await seedDisputes();
  const page = await as(study.raters[0]);
  for (const path of ["", "/work"]) {
    const response = await page.goto(`/studies/${study.slug}/adjudicate${path}`);
    expect(response?.url()).not.toContain("/adjudicate/work?");
    await expect(page.locator('[data-slot="adjudicate"]')).toHaveCount(0);
    await expect(page.getByRole("table", { name: "The queue" })).toHaveCount(0);
  }
});
