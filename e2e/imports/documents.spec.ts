import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { connect } from "@/lib/db/connection";
import { tei } from "@/lib/imports/test-papers";
import { createStudy } from "@/lib/studies/create-study";
import { seedUser } from "@/prisma/seed/seed-user";

async function studyWithResearcher(builtIn = "citation-role") {
  const slug = `papers-${randomUUID().slice(0, 8)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: "Papers study", codebook: { builtIn } });
  const researcher = await seedUser({ roles: [{ studyId, role: "researcher" }] });

  return { slug, studyId, researcher };
}

const upload = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const DROP = "Drop files here, or choose them";

const ONE = tei("One", ["Old work", "Older work"], "We begin. We extend [1] here. Then [2] and [1] again.");
const NOUGAT =
  "# Two\n\n## Method\n\nWe build on earlier work [1] in all we do.\n\n## References\n\n* [1] A. Author. 2001. Old work.\n";
const S2ORC = JSON.stringify({
  paper_id: "77",
  title: "Three",
  year: 2020,
  pdf_parse: {
    paper_id: "77",
    abstract: [],
    body_text: [
      {
        ...{ text: "They follow (Author, 2001) closely.", section: "Method", ref_spans: [] },
        cite_spans: [{ start: 12, end: 26, text: "(Author, 2001)", ref_id: "BIBREF0" }],
      },
    ],
    bib_entries: { BIBREF0: { ref_id: "BIBREF0", title: "Old work", authors: [], year: 2001, venue: "" } },
    ref_entries: {},
  },
});

/** Connections that still import something. */
async function locksOf(): Promise<number> {
  const rows = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'assay bulk' AND state <> 'idle'`;

  return rows[0]?.n ?? 0;
}

test("papers of several formats at once: read in the background, bad ones listed to download, the rest goes in", async ({
  as,
}) => {
  const { slug, studyId, researcher } = await studyWithResearcher();
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  await page
    .getByLabel(DROP)
    .setInputFiles([
      upload("one.tei.xml", ONE),
      upload("two.md", NOUGAT),
      upload("three.json", S2ORC),
      upload("cut.xml", ONE.slice(0, -150)),
    ]);
  // Found by what the first file holds.
  await expect(page.getByRole("radio", { name: /^Papers/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Leave them out/ })).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: /^Import 4 files/ }).click();
  await expect(page.getByText("The files have arrived and are read")).toBeVisible();
  await expect(page.getByText("5 items from 3 papers added")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("table", { name: "Faults" }).getByRole("row").nth(1)).toContainText("cut.xml");
  expect(await faults(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the list" }).click();
  const list = await readFile(await (await download).path(), "utf8");
  expect(list).toMatch(/^one\.tei\.xml and 3 more: 1 faults, 1 of them here\.\ncut\.xml:/);
  await expect(page.getByRole("table", { name: "Past imports" }).getByRole("row").nth(1)).toContainText("Papers");
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(items.map(({ content }) => (content as { context_text: string }).context_text)).toEqual([
    "They follow [REF_TARGET] closely.",
    "We begin. We extend [REF_TARGET] here. Then [2] and [1] again.",
    "We extend [1] here. Then [2] and [REF_TARGET] again.",
    "We extend [1] here. Then [REF_TARGET] and [1] again.",
    "We build on earlier work [REF_TARGET] in all we do.",
  ]);
  expect(await prisma().stagedFile.count({ where: { studyId } })).toBe(0);
});

test("nothing is stored where that was chosen, and one paper is bad", async ({ as }) => {
  const { slug, studyId, researcher } = await studyWithResearcher();
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  await page.getByLabel(DROP).setInputFiles([upload("one.xml", ONE), upload("cut.xml", ONE.slice(0, -150))]);
  await page.getByRole("radio", { name: /^Store nothing/ }).check();
  await page.getByRole("button", { name: /^Import 2 files/ }).click();
  await expect(page.getByText("1 fault in one.xml and 1 more. Nothing was stored")).toBeVisible({ timeout: 30_000 });
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
});

test("a long import goes on without the page, shows how far it is to whoever comes back, and can be cancelled", async ({
  as,
}) => {
  const { slug, studyId, researcher } = await studyWithResearcher();
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  // While this is held, the study's imports are read, and wait to be stored.
  const other = await connect(process.env.DATABASE_URL, "test");
  await other.query("SELECT pg_advisory_lock(hashtextextended('imports:' || $1, 0))", [studyId]);
  const papers = Array.from({ length: 30 }, (_, i) => upload(`p${i}.xml`, tei(`Paper ${i}`, ["Old work"], "See [1].")));
  await page.getByLabel(DROP).setInputFiles(papers);
  await expect(page.getByRole("radio", { name: /^Papers/ })).toBeChecked();
  await page.getByRole("button", { name: /^Import 30 files/ }).click();
  await expect(page.getByText("The files have arrived and are read")).toBeVisible({ timeout: 30_000 });
  await page.goto(`/studies/${slug}`);
  await page.goto(`/studies/${slug}/import`);
  await expect(page.getByRole("heading", { name: "Papers being read" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Reading p0.xml and 29 more" })).toBeVisible();
  await expect(page.getByText("read, 30 papers: now they are stored.")).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The import was cancelled. Nothing of it was stored.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Past imports" }).getByRole("row").nth(1)).toContainText("cancelled");
  await expect.poll(() => prisma().stagedPiece.count({ where: { studyId } })).toBe(0);
  await other.end();
  await expect.poll(locksOf).toBe(0);
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
});

test("a study whose codebook takes no items from papers does not offer them", async ({ as }) => {
  const { slug, researcher } = await studyWithResearcher("paper-root");
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  await expect(page.getByRole("radio", { name: /^Items/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Papers/ })).toHaveCount(0);
});

test("the papers' form fits a phone, in light and dark", async ({ as }, info) => {
  const { slug, researcher } = await studyWithResearcher("must-cite");
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  await page.getByLabel(DROP).setInputFiles([upload(`${"a-long-name-".repeat(12)}.xml`, ONE)]);
  await expect(page.getByRole("radio", { name: /^Papers/ })).toBeChecked();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faults(page)).toEqual([]);
      await page.screenshot({ path: info.outputPath(`papers-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
});
