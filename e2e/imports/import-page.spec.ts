import { randomUUID } from "node:crypto";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";
import { seedUser } from "@/prisma/seed/seed-user";

async function studyWithResearcher(builtIn: string) {
  const slug = `import-${randomUUID().slice(0, 8)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: "Import study", codebook: { builtIn } });
  const researcher = await seedUser({ roles: [{ studyId, role: "researcher" }] });

  return { slug, studyId, researcher };
}

const csv = [
  "Context ID,text,citing,label,subtype,confidence",
  'c1,"We extend [REF_TARGET], as before.",p1,ROOT,ME,high',
  "c2,Earlier work [REF_TARGET] exists.,p1,ROOT,BC,low",
  "c3,Unlike [REF_TARGET] we do not.,p2,NON_ROOT,CC,high",
].join("\n");

const upload = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("items with columns mapped on screen, then the judge's labels of the same file; both listed", async ({ as }) => {
  const { slug, studyId, researcher } = await studyWithResearcher("citation-role");
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  await expect(page.getByText("Nothing was imported yet")).toBeVisible();
  await page.getByLabel("Drop files here, or choose them").setInputFiles(upload("three.csv", csv));
  await expect(page.getByLabel("Format")).toContainText("Found: CSV");
  await expect(page.getByLabel("Context id")).toHaveValue("Context ID");
  await expect(page.getByRole("table", { name: "First records" })).toContainText("context_text is missing");
  await page.getByLabel("Passage (required)").selectOption("text");
  await page.getByLabel("Focal paper").selectOption("citing");
  await expect(page.getByRole("table", { name: "First records" }).getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("table", { name: "First records" })).not.toContainText("missing");
  await page.getByLabel("Licence of the texts").fill("CC BY 4.0");
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(page.getByText("3 items added")).toBeVisible();
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(items.map((item) => [item.key, item.focalKey, item.located])).toEqual([
    ["c1", "p1", true],
    ["c2", "p1", true],
    ["c3", "p2", true],
  ]);
  expect(items[0]?.content).toMatchObject({ context_text: "We extend [REF_TARGET], as before." });
  expect((await prisma().study.findUnique({ where: { id: studyId } }))?.licence).toBe("CC BY 4.0");

  await page.getByRole("button", { name: "Import more" }).click();
  await page.getByRole("radio", { name: /Judge labels/ }).check();
  await page.getByLabel("Drop files here, or choose them").setInputFiles(upload("three.csv", csv));
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("subtype");
  await page.getByLabel("Run", { exact: true }).fill("model run 1");
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(page.getByText("3 labels added")).toBeVisible();
  await expect(
    page.getByText("label says ROOT, but role BC gives root WEED, which is stored: 1 (line 3)"),
  ).toBeVisible();
  await page.reload();
  const past = page.getByRole("table", { name: "Past imports" });
  await expect(past.getByRole("row")).toHaveCount(3);
  await expect(past.getByRole("row").nth(1)).toContainText("Judge labels");
});

test("a refused file shows its faults by line and column, stores nothing, and can be sent again corrected", async ({
  as,
}) => {
  const { slug, studyId, researcher } = await studyWithResearcher("citation-role");
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  const good = Array.from({ length: 40 }, (_, i) => `{"context_id":"c${i}","context_text":"See [REF_TARGET]."}`);
  const bad = [...good, '{"context_id":"c40"}', '{"context_id":"c1","context_text":"Other [REF_TARGET]."}'];
  await page.getByLabel("Drop files here, or choose them").setInputFiles(upload("bad.jsonl", bad.join("\n")));
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  const faults = page.getByRole("table", { name: "Faults" });
  await expect(faults.getByRole("row").nth(1)).toHaveText(/bad\.jsonl\s*41\s*context_text/);
  await expect(faults.getByRole("row").nth(2)).toContainText('The key "c1" stood before with other content (line 2).');
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the list" }).click();
  expect((await download).suggestedFilename()).toBe("import-faults.txt");
  await page.getByLabel("Drop files here, or choose them").setInputFiles(upload("good.jsonl", good.join("\n")));
  await page.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(page.getByText("40 items added")).toBeVisible();
});

test("MasterSet files: the paper's venue and year are typed once, the title comes from the name", async ({ as }) => {
  const { slug, studyId, researcher } = await studyWithResearcher("must-cite");
  const page = await as(researcher);
  await page.goto(`/studies/${slug}/import`);
  const reference = {
    target: "b0",
    title: "A work",
    year: 2001,
    cite: "[3]",
    contexts: [{ section: "Intro", context: "We use [2, 3]." }],
  };
  const files = ["First_Paper.json", "Second_Paper.json"].map((name) => upload(name, JSON.stringify([reference])));
  await page.getByLabel("Drop files here, or choose them").setInputFiles(files);
  await page.getByLabel("From the path").fill("{title}.json");
  await page.getByLabel("Venue").fill("ICML");
  await page.getByLabel("Year").fill("2020");
  await expect(page.getByRole("table", { name: "Papers" }).getByRole("row").nth(2)).toHaveText(
    /Second_Paper\.jsonSecond PaperICML2020/,
  );
  await page.getByRole("button", { name: /^Import 2 files/ }).click();
  await expect(page.getByText("2 items added")).toBeVisible();
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(items.map((item) => [item.key, item.located])).toEqual([
    ["First_Paper:b0", true],
    ["Second_Paper:b0", true],
  ]);
  expect(items[1]?.content).toMatchObject({ query_title: "Second Paper", venue: "ICML", query_year: 2020 });
});

test("the page is the researcher's alone", async ({ as }) => {
  const { slug, studyId } = await studyWithResearcher("citation-role");
  const auditor = await as(await seedUser({ roles: [{ studyId, role: "auditor" }] }));
  expect((await auditor.goto(`/studies/${slug}/import`))?.status()).toBe(404);
  const stranger = await as(await seedUser());
  expect((await stranger.goto(`/studies/${slug}/import`))?.status()).toBe(404);
});
