import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { LabelPage } from "./label-page";
import { eventsOf, labelsOf, passages, seedLabelStudy } from "./seed-label-study";

test("an answer in one tab moves the other on, and is no conflict", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const one = new LabelPage(await as(study.raters[0]));
  const two = new LabelPage(await one.page.context().newPage());
  await one.open(study.slug);
  await two.open(study.slug);
  await one.press("2");
  await one.onItem(2);
  await two.onItem(2);
  await two.press("3");
  await one.onItem(3);
  await one.saved();
  await two.saved();
  expect(await labelsOf(study, study.raters[0].userId)).toEqual(["0 role=ME", "1 role=GM"]);
});

test("two browsers answer the same item differently: the later one is told, nothing is overwritten", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const one = new LabelPage(await as(study.raters[0]));
  const two = new LabelPage(await as(study.raters[0]));
  await one.open(study.slug);
  await two.open(study.slug);
  await Promise.all([one.press("2"), two.press("3")]);
  await one.onItem(2);
  await two.onItem(2);
  const told = (label: LabelPage) => label.page.getByText("a newer answer exists");
  await expect.poll(async () => (await told(one).count()) + (await told(two).count())).toBe(1);
  const [loser, mine, theirs] = (await told(one).count()) === 1 ? [one, "ME", "GM"] : [two, "GM", "ME"];
  expect(await labelsOf(study, study.raters[0].userId)).toEqual([`0 role=${theirs}`]);
  await expect(loser.status()).toHaveText("1 answer to settle; all others saved");

  await loser.page.getByRole("button", { name: `Use mine: ${mine}` }).click();
  await loser.saved();
  expect(await labelsOf(study, study.raters[0].userId)).toEqual([`0 role=${mine}`]);
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual([theirs, mine]);
});

test("the newer answer may stay: the older one leaves the queue and is not sent", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const one = new LabelPage(await as(study.raters[0]));
  const two = new LabelPage(await as(study.raters[0]));
  await one.open(study.slug);
  await two.open(study.slug);
  await one.page.context().setOffline(true);
  await one.press("1");
  await one.onItem(2);
  await two.press("5");
  await two.onItem(2);
  await two.saved();
  await one.page.context().setOffline(false);
  await expect(one.page.getByText("a newer answer exists")).toBeVisible();
  await one.page.getByRole("button", { name: "Keep TR" }).click();
  await one.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual(["TR"]);
});

test("items that another rater holds are told, with the time at which they are free", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3), raters: 2 });
  const [first, second] = study.raters;
  const one = new LabelPage(await as(first));
  await one.open(study.slug);
  const two = new LabelPage(await as(second ?? first));
  await two.page.goto(`/label/${study.slug}`);
  await expect(two.heading()).toHaveText("3 items are held by others");
  await expect(two.page.getByText(/^Next free at \d\d:\d\d/)).toBeVisible();
  await prisma().slot.updateMany({
    where: { studyId: study.studyId },
    data: { leasedUntil: new Date(Date.now() - 1000) },
  });
  await two.page.getByRole("button", { name: "Look again" }).click();
  await two.onItem(1);
});
