import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, FOUR_POINT, file } from "@/lib/imports/test-study";
import { createStudy } from "@/lib/studies/create-study";
import { seedUser } from "@/prisma/seed/seed-user";

/** Three raters and a judge on the passages of four queries; rater B differs on q1 and q2, the judge on all. */
async function judgedStudy() {
  const slug = `runs-${randomUUID().slice(0, 8)}`;
  const codebook = { text: JSON.stringify(FOUR_POINT), fileName: "codebook.json" };
  const { studyId } = await createStudy(command, { slug, name: "Runs study", codebook });
  const queries = ["q1", "q2", "q3", "q4"];
  const pairs = queries.flatMap((query) => [`${query} 0 d1`, `${query} 0 d2`]);
  await importItems(command, { studyId, files: [file("i.txt", `${pairs.join("\n")}\n`)] });
  const grades = (turned: string[]) =>
    queries
      .map((query) =>
        turned.includes(query) ? `${query} 0 d1 0\n${query} 0 d2 3\n` : `${query} 0 d1 3\n${query} 0 d2 0\n`,
      )
      .join("");
  for (const [rater, turned] of [
    ["A", []],
    ["B", ["q1", "q2"]],
    ["C", []],
  ] as const) {
    await importHumanLabels(command, { studyId, files: [file("l.qrels", grades([...turned]))], options: { rater } });
  }
  await importJudgeLabels(command, { studyId, files: [file("j.qrels", grades(queries))], options: { run: "model" } });

  return { slug, studyId };
}

const trec = (first: string, second: string) =>
  ["q1", "q2", "q3", "q4"].map((query) => `${query} Q0 ${first} 1 2 t\n${query} Q0 ${second} 2 1 t\n`).join("");

async function upload(page: Page, kind: string, name: string, fileName: string, text: string): Promise<void> {
  await page.getByLabel("What it is").selectOption(kind);
  await page
    .getByLabel("Drop the file here, or choose it")
    .setInputFiles({ name: fileName, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Upload" }).click();
}

const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test("runs are uploaded and the leaderboard is read: values, τ, another leader, turned pairs", async ({ as }) => {
  // Four uploads and as many pages, on machines that do other things too.
  test.slow();
  const { slug, studyId } = await judgedStudy();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.goto(`/studies/${slug}`);
  await page.getByRole("navigation", { name: "Study" }).first().getByRole("link", { name: "Runs" }).click();
  await expect(page.getByRole("heading", { name: "No run yet" })).toBeVisible();

  await upload(page, "run", "bad", "bad.run", "q1 Q0 d1 1 nan t\nq2 Q0 d1\n");
  await expect(page.locator("[data-slot=notice][role=alert]")).toContainText(
    "Refused: bad.run has 2 faults. Nothing was stored.",
  );
  await expect(page.locator("[data-slot=notice][role=alert]")).toContainText("line 1 The score nan is not finite.");
  expect(await prisma().run.count({ where: { studyId } })).toBe(0);

  await upload(page, "run", "bm25", "bm25.run", trec("d1", "d2"));
  await expect(page.getByText("bm25 is stored.")).toBeVisible();
  await upload(page, "run", "dense", "dense.run", trec("d2", "d1"));
  await expect(page.getByText("dense is stored.")).toBeVisible();

  // recip_rank by hand. Majority: d1 everywhere, so bm25 1 and dense ½; the judge the other way round; B: half of the queries each, ¾ both.
  await page.goto(`/studies/${slug}/runs?metric=recip_rank`);
  const table = page.getByRole("table", { name: "Runs under each layer" });
  await expect(table.getByRole("row").filter({ hasText: /^majority/ })).toContainText(/4\s*4\s*1\.000.*\.500/);
  await expect(table.getByRole("row").filter({ hasText: "judge model" })).toContainText(/\.500.*1\.000/);
  await expect(table.getByRole("row").filter({ hasText: /\.750.*\.750/ })).toHaveCount(1);
  await expect(page.getByText(/2 runs under 5 layers agree at Kendall’s τ between −1\.00 and 1\.00/)).toBeVisible();
  await expect(page.getByText("4 of 8 labelled pairs in 4 queries are disputed among 3 raters.")).toBeVisible();
  const pair = page.getByRole("table", { name: "Pairs of runs" }).getByRole("row").nth(1);
  await expect(pair).toContainText(/bm25\s*dense\s*\.500/);
  const matrix = page.getByRole("img", { name: /Kendall’s τ between/ });
  await expect(matrix).toContainText("−1.00");

  await page.getByRole("button", { name: "Delete dense …" }).click();
  await page.getByRole("button", { name: "Delete dense", exact: true }).click();
  await expect(page.getByText("With one run there is no order to compare.")).toBeVisible();
  expect(await prisma().runEntry.count({ where: { studyId } })).toBe(8);
});

test("a tier outside its set is refused with its rows; pools and splits are listed with their hash", async ({ as }) => {
  const { slug, studyId } = await judgedStudy();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.goto(`/studies/${slug}/runs`);
  await upload(page, "pool", "papers", "pool.csv", "corpus_id,title\nd1,One\nd2,Two\n");
  await expect(page.getByText("papers is stored.")).toBeVisible();
  await upload(page, "targets", "CiteNext", "next.csv", "qid,docid\nq1,d1\nq2,d2\n");
  await expect(page.getByText("CiteNext is stored.")).toBeVisible();
  await page.getByLabel("What it is").selectOption("tier");
  await page.getByLabel("Lies within").selectOption("CiteNext");
  await upload(page, "tier", "CiteNew", "new.csv", "qid,docid\nq1,d1\nq1,d2\n");
  await expect(page.locator("[data-slot=notice][role=alert]")).toContainText("line 3 q1 → d2 is not in CiteNext");
  const stored = page.getByRole("table", { name: "Runs, pools and target sets" });
  await expect(stored.getByRole("row")).toHaveCount(3);
  await expect(stored.getByRole("row").nth(1)).toContainText(/papers.*pool.*2.*pool\.csv.*[0-9a-f]{12}…/);
});

test("auditors read and upload nothing; strangers find no page", async ({ as }) => {
  const { slug, studyId } = await judgedStudy();
  const auditor = await as(await seedUser({ roles: [{ studyId, role: "auditor" }] }));
  expect((await auditor.goto(`/studies/${slug}/runs`))?.status()).toBe(200);
  await expect(auditor.getByRole("button", { name: "Upload" })).toHaveCount(0);
  const sent = await auditor.request.post(`/api/v1/studies/${slug}/runs?name=x&file=x.run`, {
    headers: { "Content-Type": "application/octet-stream", Origin: process.env.ASSAY_E2E_URL ?? "" },
    data: Buffer.from(trec("d1", "d2")),
  });
  expect(sent.status()).toBe(403);
  const stranger = await as(await seedUser());
  expect((await stranger.goto(`/studies/${slug}/runs`))?.status()).toBe(404);
  expect((await stranger.request.get(`/api/v1/studies/${slug}/leaderboard`)).status()).toBe(404);
});

for (const [width, scheme] of [
  [360, "light"],
  [1280, "dark"],
] as const) {
  test(`axe finds nothing and nothing scrolls sideways: ${width} px, ${scheme}`, async ({ as }) => {
    const { slug, studyId } = await judgedStudy();
    const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/studies/${slug}/runs`);
    await upload(page, "run", "bm25", "bm25.run", trec("d1", "d2"));
    await expect(page.getByText("bm25 is stored.")).toBeVisible();
    await upload(page, "run", "a-run-with-a-long-name-2026-11-30", "dense.run", trec("d2", "d1"));
    await expect(page.getByText("a-run-with-a-long-name-2026-11-30 is stored.")).toBeVisible();
    await page.goto(`/studies/${slug}/runs?metric=recip_rank`);
    await expect(page.getByRole("table", { name: "Pairs of runs" })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(await wide(page)).toBe(false);
    const folder = process.env.ASSAY_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/runs-${width}-${scheme}.png`, fullPage: true });
  });
}
