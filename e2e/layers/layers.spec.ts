import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { command } from "@/lib/imports/test-study";
import { createLayer } from "@/lib/layers/create-layer";
import { seedUser } from "@/prisma/seed/seed-user";
import { seedReferences, seedRoots } from "./seed-layers";

const MUST = {
  rule: {
    kind: "must_cite",
    typeI: { question: "baseline", accept: ["yes"] },
    typeII: { question: "relevance", atLeast: "4" },
  },
};

async function researcherOf(studyId: string, as: (user: Awaited<ReturnType<typeof seedUser>>) => Promise<Page>) {
  return as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
}

/** By arrow keys: what is typed within a second of what was typed before would be taken together with it. */
async function choose(field: Locator, start: string): Promise<void> {
  await field.press("Home");
  for (let pressed = 0; pressed < 30; pressed += 1) {
    const chosen = await field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent ?? "");
    if (chosen.startsWith(start)) return;
    // Focuses first: the page may have drawn the field anew since.
    await field.press("ArrowDown");
  }
  throw new Error(`There is no choice ${start}`);
}

/** Focuses and presses in one step: a page that is still streaming may draw the link anew in between. */
async function follow(link: Locator): Promise<void> {
  await link.press("Enter");
}

/** The numbers of a table by the words beside them. */
async function numbers(table: Locator): Promise<Record<string, string>> {
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((found) =>
      found.map((row) => [
        row.querySelector("th")?.textContent ?? "",
        row.querySelector("td")?.firstChild?.textContent?.replace(/ .*/, "") ?? "",
      ]),
    );

  return Object.fromEntries(rows);
}

test("a layer built by keyboard: counted before it is saved, its numbers open rows, another layer beside it", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const { studyId, slug } = await seedRoots();
  const page = await researcherOf(studyId, as);
  await page.goto(`/studies/${slug}/layers`);
  await expect(page.getByRole("heading", { name: "No layer has a name yet" })).toBeVisible();
  await follow(page.getByRole("link", { name: "New layer" }));
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(page.getByRole("heading", { name: "New layer" })).toBeVisible();
  await choose(page.getByLabel("Question", { exact: true }), "Root");
  await expect(preview.getByText("4 items with a label, 1 ties.")).toBeVisible();
  await expect(preview.getByText("what most raters say (ties have no label)")).toBeVisible();
  await choose(page.getByLabel("Rule", { exact: true }), "Unan");
  // All alike: the second (WEED), the third (TF and ME are both ROOT) and the fifth.
  await expect(preview.getByText("3 items with a label, 0 ties.")).toBeVisible();
  await choose(page.getByLabel("Rule", { exact: true }), "Maj");
  await expect(preview.getByText("4 items with a label, 1 ties.")).toBeVisible();
  await page.getByLabel(/^Name/).focus();
  await page.keyboard.type("Vetted");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/layers\/new$/);
  await page.getByLabel(/^Name/).fill("");
  await page.keyboard.type("vetted");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "vetted", level: 1 })).toBeVisible();
  const here = page.url();
  expect(await numbers(page.getByRole("table", { name: "Size at each step" }))).toMatchObject({
    "items of the study": "5",
    "items have labels": "5",
    "items have a label of the layer": "4",
    "items are kept with a label": "4",
  });
  const balance = page.getByRole("table", { name: "Rows by label" });
  await expect(balance.getByRole("row", { name: /ROOT/ })).toContainText("75.0");
  await expect(page.getByRole("table", { name: "Agreement on Root" })).toContainText("Krippendorff");

  await follow(page.getByRole("table", { name: "Rows without a label" }).getByRole("link"));
  await expect(page.getByText("All rows of the layer: a tie")).toBeVisible();
  await follow(page.getByRole("link", { name: "k3" }));
  await expect(page).toHaveURL(/\/items\//);
  await page.goto(here);
  await follow(balance.getByRole("row", { name: /WEED|NON/ }).getByRole("link"));
  const rows = page.getByRole("table", { name: "Rows of vetted" }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("k1");

  await page.goto(here);
  await choose(page.getByLabel("Compare with"), "single");
  await follow(page.getByRole("button", { name: "Compare" }));
  const shown = page.getByRole("navigation", { name: "Rows of the comparison" });
  await expect(shown.getByRole("link")).toHaveText(["both 4", "differing 1", "only here 0", "only there 1"]);
  await expect(page.getByRole("table", { name: "Rows: differing" }).getByRole("link")).toHaveText(["k1"]);
  await follow(shown.getByRole("link", { name: "only there" }));
  await expect(page.getByRole("table", { name: "Rows: only there" }).getByRole("link")).toHaveText(["k3"]);

  await choose(page.getByLabel("Format"), "CSV");
  const download = page.waitForEvent("download");
  await follow(page.getByRole("button", { name: "Download" }));
  const text = readFileSync(await (await download).path(), "utf8");
  expect((await download).suggestedFilename()).toBe("vetted.csv");
  expect(text.trim().split("\n")).toHaveLength(6);
});

test("the name is refused twice, a retired layer leaves the list and is shown when asked for", async ({ as }) => {
  test.setTimeout(120_000);
  const { studyId, slug } = await seedRoots();
  const spec = { question: "root", rule: { kind: "majority" } };
  const { layerId } = await createLayer(command, { studyId, name: "vetted", spec });
  const page = await researcherOf(studyId, as);
  await page.goto(`/studies/${slug}/layers/${layerId}`);
  await follow(page.getByRole("link", { name: "New from this rule" }));
  await expect(page.getByLabel("Question", { exact: true })).toHaveValue("root");
  await page.getByLabel(/^Name/).fill("vetted");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This study has a layer vetted already")).toBeVisible();
  await page.goto(`/studies/${slug}/layers`);
  const list = page.getByRole("table", { name: "Named layers" });
  await expect(list.getByRole("row", { name: /vetted/ })).toContainText("4 of 5");
  await page.goto(`/studies/${slug}/layers/${layerId}`);
  await follow(page.getByRole("button", { name: "Retire" }));
  await follow(page.getByRole("dialog").getByRole("button", { name: "Retire" }));
  await expect(page.getByText("Retired layer")).toBeVisible();
  await page.goto(`/studies/${slug}/layers`);
  await expect(list).toHaveCount(0);
  await follow(page.getByRole("link", { name: "Show retired ones too" }));
  await expect(list.getByRole("row", { name: /vetted/ })).toContainText("retired");
});

test("must-cite: what each N admits, by keyboard and by address, for a rule with a name and for one without", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const { studyId, slug } = await seedReferences();
  const { layerId } = await createLayer(command, { studyId, name: "must", spec: MUST });
  const page = await researcherOf(studyId, as);
  await page.goto(`/studies/${slug}/layers/${layerId}`);
  const explorer = page.locator("#thresholds");
  // By hand: the first by Type I, the second by three mentions, the third by both Type II and seven mentions.
  await expect(explorer).toContainText("With N = 3 mentions, 3 of 5 references are must-cite");
  const n = explorer.getByRole("spinbutton", { name: "N", exact: true });
  await n.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/n=4&count=mentions/);
  await expect(explorer).toContainText("With N = 4 mentions, 2 of 5 references are must-cite");
  await choose(explorer.getByLabel("Counted are"), "dis");
  await follow(explorer.getByRole("button", { name: "Show" }));
  await expect(explorer).toContainText("With N = 4 distinct passages, 2 of 5");
  await follow(explorer.getByRole("link", { name: "N = 3" }));
  // The third reference has three distinct passages; the second has two of its three alike.
  await expect(explorer).toContainText("With N = 3 distinct passages, 2 of 5 references");
  const sizes = explorer.getByRole("table", { name: "Must-cite references at each N" });
  await expect(sizes.getByRole("row").nth(2).getByRole("cell")).toHaveText(["1", "4", "2", "4"]);
  await expect(explorer.locator('svg [data-curve="mentions"]')).toHaveCount(2);

  await page.goto(`/studies/${slug}/layers/new?spec=${encodeURIComponent(JSON.stringify(MUST))}`);
  await expect(page.getByRole("radio", { name: /must-cite/ })).toBeChecked();
  await follow(page.getByRole("link", { name: "Explore thresholds" }));
  await expect(page.getByRole("heading", { name: "Thresholds of must-cite" })).toBeVisible();
  await follow(explorer.getByRole("link", { name: "N = 2" }));
  await expect(explorer).toContainText("With N = 2 mentions, 4 of 5");
  await follow(page.getByRole("link", { name: "Use N = 2" }));
  await expect(page.getByLabel("Least count N")).toHaveValue("2");
});

test("no fault that axe can find, and nothing scrolls sideways on a phone", async ({ as }) => {
  test.setTimeout(240_000);
  const { studyId, slug } = await seedReferences();
  const { layerId } = await createLayer(command, { studyId, name: "must", spec: MUST });
  const at = `/studies/${slug}/layers`;
  const spec = encodeURIComponent(JSON.stringify(MUST));
  const pages = [
    at,
    `${at}/new`,
    `${at}/new?spec=${spec}`,
    `${at}/explore?spec=${spec}`,
    `${at}/${layerId}?against=majority`,
    `${at}/${layerId}/rows`,
  ];
  const page = await researcherOf(studyId, as);
  const settled = async (address: string) => {
    expect((await page.goto(address))?.status(), address).toBe(200);
    await expect(page.getByText(/counting …|Counting …|Computing intervals …/)).toHaveCount(0);
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const address of pages) {
      await settled(address);
      expect(await faults(page), `${address} ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  for (const address of pages) {
    await settled(address);
    expect(await page.evaluate(overflow), address).toBeLessThanOrEqual(0);
  }
});

test("adjudicators read, only researchers make; another study's layer is not there", async ({ as }) => {
  test.setTimeout(120_000);
  const { studyId, slug } = await seedRoots();
  const other = await seedRoots();
  const spec = { question: "root", rule: { kind: "majority" } };
  const { layerId } = await createLayer(command, { studyId, name: "vetted", spec });
  const foreign = await createLayer(command, { studyId: other.studyId, name: "theirs", spec });
  const page = await as(await seedUser({ roles: [{ studyId, role: "adjudicator" }] }));
  expect((await page.goto(`/studies/${slug}/layers/${layerId}`))?.status()).toBe(200);
  await expect(page.getByRole("button", { name: "Retire" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Download" })).toHaveCount(0);
  for (const address of ["new", foreign.layerId, `${foreign.layerId}/rows`, `${layerId}/rows?step=none`])
    expect((await page.goto(`/studies/${slug}/layers/${address}`))?.status(), address).toBe(404);
  const stranger = await as(await seedUser());
  expect((await stranger.goto(`/studies/${slug}/layers/${layerId}`))?.status()).toBe(404);
  expect(await prisma().layer.count({ where: { studyId } })).toBe(1);
});
