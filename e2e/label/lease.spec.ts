import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { LabelPage } from "./label-page";
import { passages, seedLabelStudy } from "./seed-label-study";

test("an item whose time ran out and that somebody else took: told so, and the late answer is kept as extra", async ({
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3), raters: 2 });
  const { studyId } = study;
  const [first, second = first] = study.raters;
  const one = new LabelPage(await as(first));
  await one.open(study.slug);
  await prisma().slot.updateMany({ where: { studyId }, data: { leasedUntil: new Date(Date.now() - 1000) } });
  const two = new LabelPage(await as(second));
  await two.open(study.slug);
  await two.press("6");
  await two.onItem(2);
  await two.saved();

  await one.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(one.page.getByText("Your time on this item ran out.")).toBeVisible();
  await one.press("1");
  await expect(one.heading()).not.toHaveText(/^Item 1 of/i);
  await one.saved();
  const by = async (userId: string) => {
    const rater = await prisma().rater.findFirstOrThrow({ where: { studyId, userId } });
    const labels = await prisma().label.findMany({ where: { studyId, raterId: rater.id, question: "role" } });
    return labels.map(({ value, extra }) => [value, extra]);
  };
  expect(await by(second.userId)).toEqual([["BC", false]]);
  expect(await by(first.userId)).toEqual([["TF", true]]);
  expect(await prisma().slot.count({ where: { studyId, state: "filled" } })).toBe(1);
});

test("at 320 px, and in a window 200 px high, everything can be reached and nothing scrolls sideways", async ({
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3) });
  const label = new LabelPage(await as(study.raters[0]));
  for (const [width, height] of [
    [320, 640],
    [320, 200],
  ] as const) {
    await label.page.setViewportSize({ width, height });
    await label.page.goto(`/label/${study.slug}`);
    await expect(label.option("Background")).toBeVisible();
    const wide = await label.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, `${width} × ${height}`).toBe(false);
    await label.option("Background").scrollIntoViewIfNeeded();
    await expect(label.option("Background")).toBeInViewport();
    await label.page.locator("mark").scrollIntoViewIfNeeded();
    await expect(label.page.locator("mark")).toBeInViewport();
  }
});
