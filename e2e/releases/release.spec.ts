import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { seedUser } from "@/prisma/seed/seed-user";
import { unzip } from "./unzip";

const ROLES = ["ME ME BC", "BC BC BC", "TF ME ME", "BC TF", "ME"];

async function studyToRelease() {
  const studyId = await newStudy("citation-role");
  const key = (i: number) => `k${i}`;
  const items = ROLES.map((_, i) => ({
    context_id: key(i),
    focal_corpusid: "1",
    candidate_corpusid: String(i + 2),
    context_text: `In part ${i} we build on [REF_TARGET].`,
  }));
  await importItems(command, { studyId, files: [file("i.jsonl", lines(...items))] });
  const people = ROLES.flatMap((roles, i) =>
    roles.split(" ").map((role, n) => ({ context_id: key(i), rater: `person ${n}`, role })),
  );
  await importHumanLabels(command, { studyId, files: [file("h.jsonl", lines(...people))] });
  const judged = ROLES.map((_, i) => ({ context_id: key(i), subtype: "ME" }));
  await importJudgeLabels(command, {
    studyId,
    files: [file("j.jsonl", lines(...judged))],
    options: { run: "student" },
  });
  const { slug } = await prisma().study.findUniqueOrThrow({ where: { id: studyId }, select: { slug: true } });

  return { studyId, slug };
}

const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

test("a release is made in the browser, downloaded as one zip, verified by command, and has a certificate of one page", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const { studyId, slug } = await studyToRelease();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.goto(`/studies/${slug}/releases`);
  await expect(page.getByRole("heading", { name: "Nothing was released yet" })).toBeVisible();
  await page.getByRole("link", { name: "New release" }).click();

  // Linted while it is filled in: the sentence with the counts comes by itself.
  await page
    .getByLabel("majority of the raters: Root or not")
    .or(page.locator('input[value="majority:root"]'))
    .first()
    .check();
  await page.locator('input[value="judge:student"]').check();
  await page.getByLabel(/Licence of the labels/).fill("CC-BY-4.0");
  await page.getByLabel(/Who is to be cited/).fill("A. Author\nB. Author");
  await page.getByLabel(/Title/).fill("Roots in five sentences");
  // By hand: ROOT, WEED, ROOT, a tie, ROOT.
  await expect(page.getByText("majority:root: 4 of 5 rows have a label")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("The linter found nothing")).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByLabel(/Title/).fill("Roots as person 1 sees them");
  await expect(page.locator('[data-finding="person_named"]')).toContainText("the title", { timeout: 20_000 });
  await page.getByLabel(/Title/).fill("Roots in five sentences");
  await expect(page.getByText("The linter found nothing")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Freeze" }).click();

  await expect(page.getByRole("heading", { name: "Roots in five sentences, 1.0.0" })).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download all as zip" }).click(),
  ]);
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-release-"));
  try {
    const zip = readFileSync((await download.path()) ?? "");
    const [first = ""] = unzip(zip, folder);
    const release = path.join(folder, first.split("/")[0] ?? "");
    const sums = readFileSync(path.join(release, "SHA256SUMS"), "utf8").trim().split("\n");
    for (const line of sums) {
      const [sum, name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(path.join(release, name)))
          .digest("hex"),
        name,
      ).toBe(sum);
    }
    const manifest = createHash("sha256")
      .update(readFileSync(path.join(release, "manifest.json")))
      .digest("hex");
    await expect(page.getByText(manifest).first()).toBeVisible();
    const verify = () => spawnSync("node", ["bin/assay.mjs", "verify", release], { encoding: "utf8" });
    const good = verify();
    expect(good.status, good.stdout + good.stderr).toBe(0);
    writeFileSync(path.join(release, "CHANGES.md"), "# Changes\n");
    expect(verify().status).toBe(1);
    // The same zip at another time is the same bytes.
    const again = await page.request.get(`/api/v1/studies/${slug}/releases/${page.url().split("/").at(-1)}/archive`);
    expect(
      createHash("sha256")
        .update(await again.body())
        .digest("hex"),
    ).toBe(createHash("sha256").update(zip).digest("hex"));
  } finally {
    rmSync(folder, { recursive: true });
  }

  const here = page.url();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const address of [`/studies/${slug}/releases`, `/studies/${slug}/releases/new`, here, `${here}/certificate`]) {
      await page.goto(address);
      expect(await faults(page), `${address} ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of [`/studies/${slug}/releases`, `/studies/${slug}/releases/new`, here, `${here}/certificate`]) {
    await page.goto(address);
    expect(await page.evaluate(overflow), address).toBeLessThanOrEqual(0);
  }

  await page.goto(`${here}/certificate`);
  await expect(page.getByText("SHA-256 of manifest.json")).toBeVisible();
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test("what cannot be released says why, can be discarded, and nothing else is offered", async ({ as }) => {
  test.setTimeout(120_000);
  const { studyId, slug } = await studyToRelease();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  const body = {
    plan: {
      title: "Counted wrongly",
      layers: ["majority:root"],
      licence: "CC-BY-4.0",
      authors: ["A. Author"],
      stated: [{ layer: "majority:root", rows: 5 }],
    },
  };
  const answer = await page.request.post(`/api/v1/studies/${slug}/releases`, {
    data: body,
    headers: { Origin: process.env.ASSAY_E2E_URL ?? "" },
  });
  const { releaseId } = await answer.json();
  await page.goto(`/studies/${slug}/releases/${releaseId}`);
  const words = "5 rows are stated for the layer majority:root, which has 4 labelled rows.";
  await expect(page.getByText(words)).toBeVisible({ timeout: 60_000 });
  expect((await page.request.get(`/api/v1/studies/${slug}/releases/${releaseId}/archive`)).status()).toBe(404);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was released yet" })).toBeVisible();
});

test("an auditor downloads and makes nothing; an adjudicator reads; a stranger finds nothing", async ({ as }) => {
  const { studyId, slug } = await studyToRelease();
  const auditor = await as(await seedUser({ roles: [{ studyId, role: "auditor" }] }));
  await auditor.goto(`/studies/${slug}/releases`);
  await expect(auditor.getByRole("heading", { name: "Releases", level: 1 })).toBeVisible();
  await expect(auditor.getByRole("link", { name: "New release" })).toHaveCount(0);
  expect((await auditor.goto(`/studies/${slug}/releases/new`))?.status()).toBe(404);
  const stranger = await as(await seedUser());
  expect((await stranger.goto(`/studies/${slug}/releases`))?.status()).toBe(404);
});
