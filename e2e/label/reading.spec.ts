import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { LabelPage } from "./label-page";
import { instances, passages, seedLabelStudy } from "./seed-label-study";

test("must-cite: titles, year, all passages in paper order under their sections; j and k move between them", async ({
  as,
}) => {
  const [first] = instances(1);
  const contexts = [
    { section: "1 Introduction", context: "Lists are old. Ferri (2019) lists slowly. So do we." },
    { section: "1 Introduction", context: "Nobody is named here." },
    { section: "5 Experiments", context: "Table 2 compares with Ferri (2019)." },
  ];
  const study = await seedLabelStudy({ codebook: "must-cite", items: [{ ...first, contexts }] });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  const pane = label.page.locator('[data-slot="reading-pane"]');
  await expect(pane.getByRole("heading", { level: 2 })).toHaveText("On the patience of readers, part 0");
  await expect(pane).toContainText("Slow lists");
  await expect(pane).toContainText("2019");
  await expect(pane.locator("mark")).toHaveText(["Ferri (2019)", "Ferri (2019)"]);
  await expect(pane.getByText("Target not located in this passage.")).toHaveCount(1);
  await expect(pane.locator('[data-slot="eyebrow"]')).toHaveText(["This paper", "1 Introduction", "5 Experiments"]);
  const passage = (n: number) => pane.locator('[data-slot="context"]').nth(n);
  await label.press("j");
  await expect(passage(0)).toBeFocused();
  await label.press("j");
  await label.press("j");
  await expect(passage(2)).toBeFocused();
  await label.press("k");
  await expect(passage(1)).toBeFocused();
});

test("characters that reorder a line are shown as chips, and the buttons stay where they are", async ({ as }) => {
  const odd = "We keep\u202e the step\u200b of [REF_TARGET] \u2067here 😀.";
  const study = await seedLabelStudy({
    codebook: "citation-role",
    items: [{ context_id: "a", context_text: odd }, ...passages(1)],
  });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await expect(label.page.locator('[data-slot="invisible"]')).toHaveText(["RLO", "ZWSP", "RLI"]);
  await expect(label.page.locator("mark")).toHaveText(["[REF_TARGET]"]);
  const oddBox = await label.option("Method extension").boundingBox();
  await label.press("1");
  await label.onItem(2);
  await expect(label.page.locator('[data-slot="invisible"]')).toHaveCount(0);
  expect(await label.option("Method extension").boundingBox()).toEqual(oddBox);
});

test("a practice item shows its gold answer with the reason, and any key goes on", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(2), purpose: "practice" });
  const { studyId, roundId, itemIds } = study;
  const gold = uuid7();
  await prisma().rater.create({ data: { studyId, id: gold, pseudonym: "gold", kind: "human", name: "gold" } });
  await prisma().label.createMany({
    data: itemIds.map((itemId) => ({
      studyId,
      roundId,
      itemId,
      raterId: gold,
      question: "role",
      value: "ME",
      rationale: "The step is kept and changed.",
      origin: "imported" as const,
      codebookVersion: 1,
    })),
  });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await expect(label.heading()).toContainText("Practice");
  await label.press("1");
  const feedback = label.page.locator('[data-slot="practice-feedback"]');
  await expect(feedback).toContainText("The key says: ME");
  await expect(feedback).toContainText("You answered: TF");
  await expect(feedback).toContainText("The step is kept and changed.");
  await label.press("q");
  await label.onItem(2);
  await label.press("2");
  await expect(feedback).toContainText("As in the key: ME");
  await label.press("Enter");
  await expect(label.heading()).toHaveText("All done");
});

test("a passage met before with another mark is said to be", async ({ as }) => {
  const text = (a: string, b: string) => `Two lists, ${a} and ${b}, differ.`;
  const study = await seedLabelStudy({
    codebook: "citation-role",
    items: [
      { context_id: "a", context_text: text("[REF_TARGET]", "[2]") },
      { context_id: "b", context_text: text("[1]", "[REF_TARGET]") },
    ],
  });
  await prisma().item.updateMany({ where: { studyId: study.studyId }, data: { windowHash: "one-window" } });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  const notice = label.page.getByText("You have met this passage before, with another citation marked.");
  await expect(notice).toBeHidden();
  await label.press("1");
  await label.onItem(2);
  await label.saved();
  await label.page.reload();
  await label.onItem(2);
  await expect(notice).toBeVisible();
});

test("x and two option keys show what tells them apart", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(2) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.press("x");
  await label.press("1");
  await label.press("2");
  await expect(
    label.page.getByText("Does this paper alter what it takes (ME), or build on it unaltered (TF)?"),
  ).toBeVisible();
  await label.onItem(1);
  await label.press("2");
  await label.onItem(2);
});
