import { expect, test } from "@/e2e/fixtures/test";
import { LabelPage } from "./label-page";
import { eventsOf, passages, seedLabelStudy } from "./seed-label-study";

test("keys typed into a comment, held down with a modifier, or composing a character answer nothing", async ({
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("c");
  await label.page.getByRole("textbox").pressSequentially("1 2 s u f");
  await label.press("Enter");
  await expect(label.page.getByRole("dialog")).toBeHidden();
  await label.press("Control+1");
  await label.press("Alt+2");
  await label.page.evaluate(() => {
    const press = (more: KeyboardEventInit) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "3", code: "Digit3", bubbles: true, ...more }));
    press({ isComposing: true });
    press({ repeat: true });
    press({ metaKey: true });
  });
  await label.painted();
  await label.onItem(1);
  await label.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map(({ question, value }) => [question, value])).toEqual([["_comment", "1 2 s u f"]]);
});

test("with single keys switched off letters and digits do nothing, also after a reload; buttons work", async ({
  as,
}) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("?");
  await label.page.getByRole("checkbox", { name: /Single keys/ }).uncheck();
  await label.press("Escape");
  await expect(label.page.getByRole("dialog")).toBeHidden();
  await label.page.reload();
  await label.onItem(1);
  for (const key of ["1", "u", "s", "g", "?"]) await label.press(key);
  await expect(label.page.getByRole("dialog")).toBeHidden();
  await label.onItem(1);
  await label.option("Contrast").click();
  await label.onItem(2);
  await label.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual(["CC"]);
});

test("the digit row of a French keyboard answers with and without Shift", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  const type = (key: string, code: string, shiftKey: boolean) =>
    label.page.evaluate(
      (init) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true })),
      { key, code, shiftKey },
    );
  await type("é", "Digit2", false);
  await label.onItem(2);
  await type("3", "Digit3", true);
  await label.onItem(3);
  await label.saved();
  const events = await eventsOf(study.studyId, study.raters[0].userId);
  expect(events.map((event) => event.value)).toEqual(["ME", "GM"]);
});
