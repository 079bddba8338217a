import { expect as baseExpect, type Page } from "@playwright/test";
import { LabelPage } from "@/e2e/label/label-page";
import { downloadLayer, expect, firstLink, join, test } from "./empty-studio";
import { expectedCsv, expectedQrels, expectedRows, layerItems, readCsv, readRows } from "./expected-layer";
import {
  allEqual,
  alpha,
  kappa,
  type Label,
  linear,
  majority,
  mean,
  pairwise,
  percentAgreement,
  printed,
  quadratic,
  type Rows,
  withinOne,
} from "./figures";
import { type Instance, instanceOnScreen, instancesOf, paperFiles } from "./instances";

const SLUG = "must-cite-audit";
const NAMES = ["Ada Rater", "Ben Rater", "Cleo Rater"];
const JUDGE = "sober-7b run 1";

/** Two raters answer all fourteen items, the third the eight that the draw gives three places. */
const ITEMS = 14;
const OVERLAP = 8;

/** What the raters and the judge will say to the i-th item drawn: y or n, and 1 to 5. */
const PLAN: [string, string, string, string][] = [
  ["y5", "y5", "y4", "y5"],
  ["n2", "n2", "n1", "n2"],
  ["n1", "n1", "n1", "n3"],
  ["y4", "n4", "y4", "y4"],
  ["n3", "n2", "n3", "n3"],
  ["y3", "y4", "y2", "y4"],
  ["n1", "n1", "y1", "n1"],
  ["n2", "y3", "n2", "n2"],
  ["y5", "y5", "y5", "n4"],
  ["n4", "n3", "n5", "n4"],
  ["n1", "n1", "n2", "y1"],
  ["y2", "n1", "y2", "n2"],
  ["n3", "n3", "n3", "n2"],
  ["n5", "n4", "y4", "n5"],
];
const SILENT = 2; // The item on which the judge says nothing.

const YES_NO = ["yes", "no"];
const ONE_TO_FIVE = ["1", "2", "3", "4", "5"];
const baselineOf = (answer: string) => (answer.startsWith("y") ? "yes" : "no");
const relevanceOf = (answer: string) => answer.slice(1);
/** MasterSet: must-cite where Type I says so, or Type II is 4 or more, or there are three mentions or more. */
const mustCiteOf = (answer: string, item: Instance) =>
  baselineOf(answer) === "yes" || Number(relevanceOf(answer)) >= 4 || item.passages.length >= 3 ? "yes" : "no";

/** One rater's whole work, by keyboard alone. Answers which instances were shown, in order. */
async function labelAll(page: Page, all: Instance[], count: number, answer: (item: Instance, n: number) => string) {
  const label = new LabelPage(page);
  await label.withoutMouse();
  await label.open(SLUG);
  const seen: Instance[] = [];
  for (let n = 1; n <= count; n += 1) {
    await label.onItem(n);
    const item = await instanceOnScreen(page, all);
    seen.push(item);
    const [first, second] = answer(item, n - 1);
    // In either order: the questions do not wait for each other.
    for (const key of n % 2 === 0 ? [first, second] : [second, first]) await label.press(key ?? "");
  }
  await baseExpect(label.heading()).toHaveText("All done");
  await label.saved();
  expect(await label.mouseWasUsed()).toBe(false);

  return seen;
}

async function printedMeasures(page: Page): Promise<Record<string, string>> {
  const rows = await page
    .locator("[data-measure]")
    .evaluateAll((found) =>
      found.map((row) => [row.getAttribute("data-measure"), row.querySelectorAll("td")[1]?.textContent?.trim()]),
    );

  return Object.fromEntries(rows);
}

async function printedJudge(page: Page): Promise<string[]> {
  return page.locator(`[data-judge="${JUDGE}"] td b`).allTextContents();
}

/** The judge's row: coverage, accuracy, macro F1 aside, κ, and the four α, from the raters' majority. */
function judgeFigures(rows: Rows, judge: Label[], options: string[], distance: "nominal" | "ordinal") {
  const reference = rows.map(majority);
  const withReference = reference.flatMap((label, i) => (label === undefined ? [] : [i]));
  const both = withReference.filter((i) => judge[i] !== undefined);
  const judged = rows.flatMap((row, i) => (judge[i] === undefined ? [] : [{ row, says: judge[i], ref: reference[i] }]));
  const raters = [0, 1, 2];
  const figures = {
    coverage: both.length / withReference.length,
    accuracy: mean(both.map((i) => Number(reference[i] === judge[i]))),
    kappa: kappa(
      both.map((i) => [reference[i], judge[i]]),
      0,
      1,
      options,
    ),
    alphaReference: alpha(
      judged.map(({ says, ref }) => [ref, says]),
      options,
      distance,
    ),
    alphaPairs: mean(
      raters.map((rater) =>
        alpha(
          judged.map(({ row, says }) => [row[rater], says]),
          options,
          distance,
        ),
      ),
    ),
    alphaJoined: alpha(
      judged.map(({ row, says }) => [...row, says]),
      options,
      distance,
    ),
    alphaHumans: alpha(
      judged.map(({ row }) => row),
      options,
      distance,
    ),
  };

  return Object.values(figures).map((value) => printed(value));
}

function raterFigures(rows: Rows, options: string[], ordinal: boolean): Record<string, string> {
  const pairs = (weight?: (i: number, j: number) => number) =>
    pairwise(3, (a, b) => kappa(rows, a, b, options, weight))[0];
  const all: Record<string, number> = {
    [ordinal ? "alpha_ordinal" : "alpha_nominal"]: alpha(rows, options, ordinal ? "ordinal" : "nominal"),
    ...(ordinal && { alpha_interval: alpha(rows, options, "interval") }),
    kappa: pairs(),
    ...(ordinal && { kappa_linear: pairs(linear), kappa_quadratic: pairs(quadratic) }),
    percent: percentAgreement(rows),
    all_equal: allEqual(rows),
    ...(ordinal && { within_one: withinOne(rows, options) }),
  };

  return Object.fromEntries(Object.entries(all).map(([id, value]) => [id, printed(value)]));
}

test("must-cite from an empty database: three raters by keyboard, a judge, agreement read back, the layer checked row by row", async ({
  studio,
  browserOf,
}) => {
  test.setTimeout(240_000);
  const files = paperFiles();
  const all = instancesOf(files);
  const researcher = await browserOf();

  // The first administrator sets the study up.
  await join(researcher, firstLink(studio), "Rhea Searcher");
  await researcher.goto("/studies");
  await researcher.getByRole("link", { name: "New study" }).first().click();
  await researcher.getByLabel("Name").fill("Must cite audit");
  await expect(researcher.getByRole("textbox", { name: "Address" })).toHaveValue(SLUG);
  await researcher.getByRole("radio", { name: /^Must-cite/ }).check();
  await researcher.getByRole("button", { name: "Create study" }).click();
  await researcher.waitForURL(`**/studies/${SLUG}`);

  // All papers at once through the import page.
  await researcher.goto(`/studies/${SLUG}/import`);
  await researcher
    .getByLabel("Drop files here, or choose them")
    .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) })));
  await researcher.getByLabel("From the path").fill("{title}.json");
  await researcher.getByRole("button", { name: `Import ${files.length} files` }).click();
  await expect(researcher.getByText(`${all.length} items added`)).toBeVisible({ timeout: 60_000 });

  // A round, and a sample of which a part has three places.
  await researcher.goto(`/studies/${SLUG}/rounds`);
  await researcher.getByLabel("Round name").fill("main");
  await researcher.getByRole("button", { name: "Create round" }).click();
  await researcher.getByLabel("Items", { exact: true }).fill(String(ITEMS));
  await researcher.getByLabel("Raters an item (k)").fill("2");
  await researcher.getByLabel("Seed").fill("tuesday");
  await researcher.getByLabel("only items whose target was located").check();
  await researcher.getByLabel("Items with more raters").fill(String(OVERLAP));
  await researcher.getByLabel("raters each (k)").fill("3");
  await researcher.getByRole("button", { name: "Preview the draw" }).click();
  await expect(researcher.getByText(`${ITEMS} of`)).toContainText(`${2 * ITEMS + OVERLAP} places for raters`);
  await researcher.getByRole("button", { name: "Draw the sample" }).click();
  await expect(researcher.getByText("Drawn. Raters can claim these items")).toBeVisible();

  // Three people join by one link, and label without touching the mouse.
  await researcher.goto(`/studies/${SLUG}/raters`);
  await researcher.getByLabel("People").fill("3");
  await researcher.getByRole("button", { name: "Make a link" }).click();
  const link = (
    (await researcher
      .getByText(/\/join\/\S+/)
      .first()
      .textContent()) ?? ""
  ).trim();
  const shown: Instance[][] = [];
  for (const [place, name] of NAMES.entries()) {
    const page = await browserOf();
    await join(page, link, name);
    const drawn = shown[0] ?? [];
    const answer = (item: Instance, n: number) => PLAN[place === 0 ? n : drawn.indexOf(item)]![place as 0 | 1 | 2];
    shown.push(await labelAll(page, all, place === 2 ? OVERLAP : ITEMS, answer));
  }
  const [drawn = [], second = [], third = []] = shown;
  expect(new Set(drawn).size).toBe(ITEMS);
  expect(second).toEqual(drawn);
  expect(third).toEqual(drawn.filter((item) => third.includes(item)));

  // The judge's labels, made elsewhere, in the papers' own words for the columns.
  const lines = drawn.flatMap((item, i) => {
    const says = PLAN[i]![3];

    return i === SILENT ? [] : [`${item.query},${item.target},${says.startsWith("y") ? 1 : 0},${relevanceOf(says)}`];
  });
  await researcher.goto(`/studies/${SLUG}/import`);
  await researcher.getByRole("radio", { name: /^Judge labels/ }).check();
  await researcher.getByLabel("Drop files here, or choose them").setInputFiles({
    name: "judge.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`query_id,target,type_i,type_ii\n${lines.join("\n")}\n`),
  });
  await expect(researcher.getByLabel("Q1 · Baseline")).toHaveValue("type_i");
  await researcher.getByLabel("Run", { exact: true }).fill(JUDGE);
  await researcher.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(researcher.getByText(`${2 * (ITEMS - 1)} labels added`)).toBeVisible();

  // Agreement, read back and computed here.
  const rowsOf = (of: (answer: string, item: Instance) => string): Rows =>
    drawn.map((item, i) =>
      [0, 1, 2].map((r) => (r < 2 || third.includes(item) ? of(PLAN[i]![r as 0 | 1 | 2], item) : undefined)),
    );
  const judgeOf = (of: (answer: string, item: Instance) => string): Label[] =>
    drawn.map((item, i) => (i === SILENT ? undefined : of(PLAN[i]![3], item)));
  const subjects = [
    { id: "baseline", options: YES_NO, of: baselineOf, ordinal: false },
    { id: "relevance", options: ONE_TO_FIVE, of: relevanceOf, ordinal: true },
    { id: "must_cite", options: YES_NO, of: mustCiteOf, ordinal: false },
  ];
  for (const { id, options, of, ordinal } of subjects) {
    const rows = rowsOf(of);
    await researcher.goto(`/studies/${SLUG}/agreement?question=${id}`);
    expect(await printedMeasures(researcher), id).toEqual(raterFigures(rows, options, ordinal));
    const [coverage, accuracy, , ...rest] = await printedJudge(researcher);
    expect([coverage, accuracy, ...rest], `judge, ${id}`).toEqual(
      judgeFigures(rows, judgeOf(of), options, ordinal ? "ordinal" : "nominal"),
    );
  }

  // The layer, row by row.
  const pseudonyms = await pseudonymsOf(researcher);
  for (const { id, of } of subjects.slice(0, 2)) {
    const items = layerItems(all, drawn, rowsOf(of), pseudonyms);
    const kinds = new Set(expectedRows(items).map((row) => row.decided));
    if (id === "relevance") expect(kinds).toEqual(new Set(["majority", "tie", "none"]));
    expect(readRows(await downloadLayer(researcher, SLUG, id, "jsonl"))).toEqual(expectedRows(items));
    expect(readCsv(await downloadLayer(researcher, SLUG, id, "csv"))).toEqual(expectedCsv(items));
    const grade = (label: string) => (id === "relevance" ? label : label === "yes" ? "1" : "0");
    const qrels = (await downloadLayer(researcher, SLUG, id, "qrels")).trim().split("\n");
    expect(qrels.toSorted()).toEqual(expectedQrels(items, grade));
  }
});

/** In the order of NAMES, from the table that only researchers see. */
async function pseudonymsOf(page: Page): Promise<string[]> {
  await page.goto(`/studies/${SLUG}/raters`);
  const members = page.getByRole("table", { name: "Members" });
  const found: string[] = [];
  for (const name of NAMES) {
    const cell = members
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("cell")
      .first();
    found.push(((await cell.textContent()) ?? "").trim());
  }

  return found;
}
