import { expect, test } from "@/e2e/fixtures/test";
import { LabelPage } from "./label-page";
import { eventsOf, instances, labelsOf, passages, seedLabelStudy } from "./seed-label-study";

test("fifty items by keyboard alone, one key each", async ({ as }) => {
  test.setTimeout(240_000);
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(50) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.withoutMouse();
  await label.open(study.slug);
  for (let n = 1; n <= 50; n += 1) {
    await label.press(String((n % 6) + 1));
    if (n < 50) await label.onItem(n + 1);
  }
  await expect(label.heading()).toHaveText("All done");
  await label.saved();
  const roles = ["TF", "ME", "GM", "CC", "TR", "BC"];
  expect(await labelsOf(study, study.raters[0].userId)).toEqual(
    Array.from({ length: 50 }, (_, i) => `${i} role=${roles[(i + 1) % 6]}`),
  );
  expect(await eventsOf(study.studyId, study.raters[0].userId)).toHaveLength(50);
  expect(await label.mouseWasUsed()).toBe(false);
});

test("two questions in either order, two keys an item; a mark sets a floor that asks for a note", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "must-cite", items: instances(3) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("y");
  await label.press("5");
  await label.onItem(2);
  await label.press("2");
  await label.press("n");
  await label.onItem(3);
  await label.press("d");
  await expect(label.page.locator('[data-slot="mark"]').first()).toHaveAttribute("aria-pressed", "true");
  await label.press("3");
  await expect(label.page.getByRole("textbox", { name: "Say why" })).toBeFocused();
  await label.page.keyboard.type("used once, y or n, 5 of 9");
  await label.press("Enter");
  await expect(label.option("Conceptually related")).toHaveAttribute("aria-pressed", "true");
  await label.press("n");
  await expect(label.heading()).toHaveText("All done");
  await label.saved();
  expect(await labelsOf(study, study.raters[0].userId)).toEqual([
    "0 baseline=yes",
    "0 relevance=5",
    "1 baseline=no",
    "1 relevance=2",
    "2 baseline=no",
    "2 mark_primary_data=yes",
    "2 relevance=3",
  ]);
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.find((event) => event.value === "3")?.note).toBe("used once, y or n, 5 of 9");
});

test("the next item is painted at once on a slow network, the focus goes to its heading, and it is said", async ({
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(8) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  await label.page.route("**/labels", async (route) => {
    await held;
    await route.continue();
  });
  for (let n = 1; n <= 5; n += 1) {
    await label.press("2");
    await label.onItem(n + 1);
  }
  await expect(label.heading()).toBeFocused();
  await expect(label.said()).toHaveText("Saved. Item 6 of 8");
  await expect(label.status()).toHaveText("5 answers waiting, sending");
  expect(await eventsOf(study.studyId, study.raters[0].userId)).toHaveLength(0);
  open();
  await label.saved();
  expect(await eventsOf(study.studyId, study.raters[0].userId)).toHaveLength(5);
});

test("a double click, a held key and Enter with a click are one answer each", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(6) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.option("Method extension").dblclick();
  await label.onItem(2);
  await label.page.keyboard.down("3");
  for (let i = 0; i < 5; i += 1) await label.page.keyboard.down("3");
  await label.page.keyboard.up("3");
  await label.onItem(3);
  await label.option("Tool or resource").focus();
  await label.press("Enter");
  await label.onItem(4);
  await label.option("Background").evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1", code: "Digit1", bubbles: true }));
  });
  await label.onItem(5);
  await label.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual(["ME", "GM", "TR", "BC"]);
});

test("a reload shows the same item, with the comment that was begun", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("1");
  await label.onItem(2);
  await label.press("c");
  await label.page.getByRole("textbox").fill("half a thou");
  const passage = await label.page.locator('[data-slot="passage"]').textContent();
  await label.page.reload();
  await label.onItem(2);
  await expect(label.page.locator('[data-slot="passage"]')).toHaveText(passage ?? "");
  await label.press("c");
  await expect(label.page.getByRole("textbox")).toHaveValue("half a thou");
});
