import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { LabelPage } from "./label-page";
import { eventsOf, labelsOf, passages, seedLabelStudy } from "./seed-label-study";

test("the last ten answers are taken back one by one, each an event, and can be given anew", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(14) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  for (let n = 1; n <= 12; n += 1) {
    await label.press("6");
    await label.onItem(n + 1);
  }
  for (let n = 12; n >= 3; n -= 1) {
    await label.press("u");
    await label.onItem(n);
  }
  await label.press("u");
  await expect(label.said()).toHaveText("Nothing to undo");
  await label.saved();
  const { studyId } = study;
  const events = await eventsOf(studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual([...Array(12).fill("BC"), ...Array(10).fill(null)]);
  expect(await labelsOf(study, study.raters[0].userId)).toEqual(["0 role=BC", "1 role=BC"]);
  await label.press("1");
  await label.onItem(4);
  await label.saved();
  expect(await labelsOf(study, study.raters[0].userId)).toEqual(["0 role=BC", "1 role=BC", "2 role=TF"]);
  expect(await prisma().slot.count({ where: { studyId, state: "filled" } })).toBe(3);
});

test("a skip takes one digit or a few words, and can be undone", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("s");
  await expect(label.page.getByRole("dialog", { name: "Skip this item" })).toBeVisible();
  await label.press("3");
  await label.onItem(2);
  await label.press("s");
  await label.press("5");
  await label.press("Enter");
  await expect(label.page.getByText("Write a few words first.")).toBeVisible();
  await label.page.keyboard.type("the page is upside down");
  await label.press("Enter");
  await label.onItem(3);
  await label.saved();
  const { studyId } = study;
  expect(await prisma().slot.count({ where: { studyId, state: "skipped" } })).toBe(2);
  await label.press("u");
  await label.onItem(2);
  await label.saved();
  const events = await eventsOf(studyId, study.raters[0].userId);
  expect(events.map(({ question, value, note }) => [question, value, note])).toEqual([
    ["_skip", "garbled", null],
    ["_skip", "other", "the page is upside down"],
    ["_skip", null, null],
  ]);
  expect(await prisma().slot.count({ where: { studyId, state: "skipped" } })).toBe(1);
});

test("my work lists answers and opens one again, to be changed with a reason", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("1");
  await label.onItem(2);
  await label.press("f");
  await expect(label.page.getByRole("button", { name: "flagged" })).toBeVisible();
  await label.press("4");
  await label.onItem(3);
  await label.saved();
  await label.page.goto(`/label/${study.slug}/work?answer=role:TF`);
  await expect(label.page.getByRole("listitem")).toHaveCount(1);
  await label.page.getByLabel("With the answer").selectOption("Flagged");
  await label.page.getByRole("button", { name: "Show" }).click();
  await expect(label.page.getByRole("listitem")).toContainText("CC · Contrast or comparison");
  await label.page.getByRole("link", { name: /^Open again/ }).click();
  await expect(label.heading()).toHaveText(/opened again/i);
  await label.painted();
  await label.press("5");
  await label.page.getByRole("textbox", { name: /Why do you change/ }).fill("it is a recipe");
  await label.press("Enter");
  await label.onItem(3);
  await label.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map(({ question, value, note }) => [question, value, note])).toEqual([
    ["role", "TF", null],
    ["_flag", "yes", null],
    ["role", "CC", null],
    ["role", "TR", "it is a recipe"],
  ]);
});
