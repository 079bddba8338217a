import type { Page } from "@playwright/test";
import { sharedText } from "@/e2e/fixtures/shared";
import { downloadLayer, expect, firstLink, join, test } from "./empty-studio";

const SLUG = "purpose-and-influence";
const PURPOSES = ["BACKGROUND", "COMPARES_CONTRASTS", "EXTENSION", "FUTURE", "MOTIVATION", "USES"];
const INFLUENCES = ["INCIDENTAL", "INFLUENTIAL"];

/** The fields are not named as the file's columns are: the researcher maps them on the screen. */
const CODEBOOK = `
assay: 1
id: purpose-influence
title: Purpose and influence
item:
  fields:
    - { id: instance, label: Instance, type: text, showTo: none }
    - { id: paper, label: Citing paper, type: text, showTo: none }
    - { id: heading, label: Title, type: text, showTo: rater, display: title }
    - { id: passage, label: Passage, type: window, showTo: both, marker: "#AUTHOR_TAG", display: reading }
  key: [instance]
  focal: paper
  window: passage
questions:
  - id: purpose
    title: Purpose
    text: What is the work cited for?
    scale: nominal
    options:
${PURPOSES.map((id, i) => `      - { id: ${id}, label: ${id.toLowerCase().replace("_", " ")}, key: ${i + 1} }`).join("\n")}
  - id: influence
    title: Influence
    text: Did the work influence this paper?
    scale: binary
    options:
      - { id: INCIDENTAL, label: incidental, key: i }
      - { id: INFLUENTIAL, label: influential, key: l }
`;

/** The authors' own labels of 3,000 citations; where the file is absent, 36 invented ones in the same columns. */
function joinedCsv(): string {
  const found = sharedText("data/3c-wosp2020/joined.csv");
  if (found) return found;
  const rows = Array.from({ length: 36 }, (_, i) => {
    const passage = `"In part ${i}, lists are kept short, as ""patience"" is scarce #AUTHOR_TAG."`;

    return `CC${i},${7000 + (i % 5)},On slow lists,A patient reader,Ferri,${passage},${PURPOSES[(i * i) % 6]},${INFLUENCES[i % 3 === 0 ? 1 : 0]}`;
  });

  return `unique_id,core_id,citing_title,cited_title,cited_author,citation_context,purpose,influence\n${rows.join("\n")}\n`;
}

type Row = { key: string; paper: string; purpose: string; influence: string };

/** The file read by eye: the ids stand first, the labels last, and neither holds a comma. */
function rowsOf(csv: string): Row[] {
  return csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const found = /^([^,"]+),([^,"]+),.*,([A-Z_]+),([A-Z]+)$/.exec(line);
      if (!found) throw new Error(`Not a row: ${line}`);
      const [, key = "", paper = "", purpose = "", influence = ""] = found;

      return { key, paper, purpose, influence };
    });
}

const grouped = (count: number) => count.toLocaleString("en-US");

function counted(rows: Row[], question: "purpose" | "influence", options: string[]): [string, string][] {
  return options.map((option) => [option, grouped(rows.filter((row) => row[question] === option).length)]);
}

async function byLabel(page: Page, question: string): Promise<[string, string][]> {
  await page.goto(`/studies/${SLUG}/layers?question=${question}`);
  const rows = page.getByRole("table", { name: "Items by label" }).locator("tbody tr");

  return rows.evaluateAll((found) =>
    found.map((row) => [row.querySelector("th b")?.textContent ?? "", row.querySelector("td")?.textContent ?? ""]),
  );
}

test("a codebook uploaded as YAML; items and both label columns of one CSV, as one rater; counts as in the file", async ({
  studio,
  browserOf,
}) => {
  test.setTimeout(400_000);
  const csv = joinedCsv();
  const rows = rowsOf(csv);
  const page = await browserOf();
  await join(page, firstLink(studio), "Rhea Searcher");

  await page.goto("/studies/new");
  await page.getByLabel("Name").fill("Purpose and influence");
  await page.getByRole("radio", { name: /^My own/ }).check();
  const book = (text: string) => ({ name: "book.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) });
  // A slip first: it is named with its line, and nothing is made.
  const slip = CODEBOOK.replace("scale: binary", "scale: sometimes");
  const slipLine = slip.split("\n").findIndex((line) => line.includes("sometimes")) + 1;
  await page.getByLabel("Codebook file").setInputFiles(book(slip));
  await page.getByRole("button", { name: "Create study" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `line ${slipLine}` })).toBeVisible();
  await page.getByLabel("Codebook file").setInputFiles(book(CODEBOOK));
  await page.getByRole("button", { name: "Create study" }).click();
  await page.waitForURL(`**/studies/${SLUG}`);

  await page.goto(`/studies/${SLUG}/import`);
  const file = { name: "joined.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("Drop files here, or choose them").setInputFiles(file);
  await expect(page.getByLabel("Format")).toContainText("Found: CSV");
  await page.getByLabel(/^Instance/).selectOption("unique_id");
  await page.getByLabel(/^Citing paper/).selectOption("core_id");
  await page.getByLabel(/^Title/).selectOption("citing_title");
  await page.getByLabel(/^Passage/).selectOption("citation_context");
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(page.getByText(`${grouped(rows.length)} items added`)).toBeVisible({ timeout: 60_000 });

  await page.getByRole("button", { name: "Import labels from the same files" }).click();
  await page.getByLabel(/^Instance/).selectOption("unique_id");
  await expect(page.getByLabel("Purpose", { exact: true })).toHaveValue("purpose");
  await expect(page.getByLabel("Influence", { exact: true })).toHaveValue("influence");
  await page.getByLabel("Rater", { exact: true }).fill("citing authors");
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(page.getByText(`${grouped(2 * rows.length)} labels added`)).toBeVisible({ timeout: 60_000 });

  for (const [question, options] of [
    ["purpose", PURPOSES],
    ["influence", INFLUENCES],
  ] as const) {
    expect(await byLabel(page, question)).toEqual(counted(rows, question, [...options]));
    await page.goto(`/studies/${SLUG}/agreement?question=${question}`);
    await expect(page.getByText("One rater,")).toContainText(`${grouped(rows.length)} items`);
    for (const measure of await page.locator("[data-measure]").all()) {
      await expect(measure).toContainText("not defined");
      await expect(measure).toContainText(/no item has two labels to compare|only one rater/);
    }
    await expect(page.locator("[data-measure]").first()).toBeVisible();
    const layer = (await downloadLayer(page, SLUG, question, "csv")).trim().split("\r\n").slice(1);
    expect(layer).toHaveLength(rows.length);
    const expected = rows.map((row) => `${row.key},${row.paper},,${row[question]},majority,1`);
    expect(layer.map((line) => line.split(",").slice(0, 6).join(",")).toSorted()).toEqual(expected.toSorted());
  }
});
