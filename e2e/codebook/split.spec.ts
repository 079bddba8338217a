import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { LabelPage } from "@/e2e/label/label-page";
import { labelsOf, passages, seedLabelStudy } from "@/e2e/label/seed-label-study";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { codebookText } from "@/lib/codebooks/codebook-text";
import type { CodebookOption } from "@/lib/codebooks/schema";
import { prisma } from "@/lib/db/client";
import { seedUser } from "@/prisma/seed/seed-user";

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("citation-role is not what this test rests on");

  return found;
}

const [first, ...others] = citationRole.questions;
const role = must(first);
const ME = must(role.options.find((option) => option.id === "ME"));

/** Citation-role with ME split in two under new ids; the rule of ROOT knows both. */
function secondVersion(): string {
  const parts = [
    { ...ME, id: "ME_WHOLE", label: "Method, taken whole", key: "8", code: "MW", aliases: [] },
    { ...ME, id: "ME_PART", label: "Method, in part", key: "9", code: "MP", aliases: [] },
  ];
  const options = role.options.flatMap<CodebookOption>((option) => (option.id === "ME" ? parts : [option]));
  const derived = citationRole.derived.map((label) => {
    if (!("map" in label.rule)) return label;
    const { ME: said = null, ...rest } = label.rule.map.to;

    return { ...label, rule: { map: { ...label.rule.map, to: { ...rest, ME_WHOLE: said, ME_PART: said } } } };
  });
  const distinctions = citationRole.distinctions.filter((one) => !one.options.includes("ME"));
  const questions = [{ ...role, options }, ...others];

  return codebookText({ ...citationRole, questions, derived, distinctions });
}

test("version 2 splits an option after labels: rehearsed in the browser, added, and asked again of its rater alone", async ({
  as,
}) => {
  test.setTimeout(240_000);
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(3), raters: 1 });
  const [person] = study.raters;
  const other = role.options.find((option) => option.id !== "ME" && option.askedOf !== "judge");
  const label = new LabelPage(await as(person));
  await label.open(study.slug);
  await label.press(ME.key ?? "");
  await label.onItem(2);
  await label.press(other?.key ?? "");
  await label.onItem(3);
  await label.press(ME.key ?? "");
  await label.saved();
  const before = await labelsOf(study, person.userId);
  expect(before).toEqual(["0 role=ME", `1 role=${other?.id}`, "2 role=ME"]);

  const researcher = await as(await seedUser({ roles: [{ studyId: study.studyId, role: "researcher" }] }));
  await researcher.goto(`/studies/${study.slug}/codebook`);
  await researcher.getByLabel("What should it say?").fill("Say where a method is taken whole.");
  await researcher.getByRole("button", { name: "Add to the list" }).click();
  await expect(researcher.getByText("Say where a method is taken whole.", { exact: true })).toBeVisible();
  const file = { name: "second.yaml", mimeType: "text/yaml", buffer: Buffer.from(secondVersion()) };
  await researcher.getByLabel("YAML or JSON file").setInputFiles(file);
  await researcher.getByRole("button", { name: "See what it changes" }).click();
  const effects = researcher.locator('[data-slot="version-effects"]');
  await expect(effects).toContainText("role: ME split into ME_WHOLE and ME_PART");
  await expect(effects).toContainText("2 items of 1 rater will be asked again.");
  // Ticked otherwise, it would be a rename, and nobody would be asked.
  const row = researcher.getByRole("group", { name: /^ME / });
  await row.getByRole("checkbox", { name: /^ME_PART/ }).uncheck();
  await expect(effects).toContainText("Nobody is asked anything again.");
  await row.getByRole("checkbox", { name: /^ME_PART/ }).check();
  await expect(effects).toContainText("2 items of 1 rater will be asked again.");
  for (const colorScheme of ["light", "dark"] as const) {
    await researcher.emulateMedia({ colorScheme });
    expect(await faults(researcher)).toEqual([]);
  }
  await researcher.setViewportSize({ width: 360, height: 740 });
  const overflow = await researcher.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  if (process.env.ASSAY_SHOTS)
    await researcher.screenshot({ path: `${process.env.ASSAY_SHOTS}/phone.png`, fullPage: true });
  await researcher.setViewportSize({ width: 1280, height: 900 });
  if (process.env.ASSAY_SHOTS)
    await researcher.screenshot({ path: `${process.env.ASSAY_SHOTS}/wide.png`, fullPage: true });
  await researcher.getByLabel("What changed, in a sentence").fill("Methods taken whole stand apart");
  await researcher.getByRole("button", { name: "Add version 2" }).click();
  await expect(researcher.getByText("This is now version 2.")).toContainText("2 answered items went back");
  expect(await labelsOf(study, person.userId)).toEqual(before);
  await researcher.getByRole("button", { name: /^Done in v2/ }).click();
  await expect(researcher.getByText("1 done")).toBeVisible();
  expect(await prisma().codebookTask.findMany({ where: { studyId: study.studyId } })).toMatchObject([
    { doneVersion: 2 },
  ]);
  if (process.env.ASSAY_SHOTS)
    await researcher.screenshot({ path: `${process.env.ASSAY_SHOTS}/after.png`, fullPage: true });

  // The rater's open page learns of it by itself or by a reload; nothing is lost either way.
  await label.page.goto(`/label/${study.slug}`);
  await expect(label.page.getByText("The codebook has changed since you answered this.")).toBeVisible();
  await expect(label.heading()).toHaveText(/^Item 2 of 3/i);
  await expect(label.page.getByText(`Under version 1 you said “${ME.label}”`)).toBeVisible();
  expect(await faults(label.page)).toEqual([]);
  if (process.env.ASSAY_SHOTS)
    await label.page.screenshot({ path: `${process.env.ASSAY_SHOTS}/label.png`, fullPage: true });
  await label.painted();
  await label.press("8");
  await label.painted();
  await expect(label.page.getByText("The codebook has changed since you answered this.")).toBeVisible();
  await label.press("9");
  await label.saved();
  await expect
    .poll(() => labelsOf(study, person.userId))
    .toEqual(["0 role=ME_WHOLE", `1 role=${other?.id}`, "2 role=ME_PART"]);

  await researcher.goto(`/studies/${study.slug}/agreement?question=role`);
  await expect(researcher.getByText(/codebook v2, with 1 labels of v1/)).toBeVisible();
  await researcher.getByLabel("Codebook version").selectOption("1");
  await researcher.getByRole("button", { name: "Apply" }).click();
  await expect(researcher.getByText(/codebook v1 alone/)).toBeVisible();
  expect(await faults(researcher)).toEqual([]);
});
