import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Page, request as requests } from "@playwright/test";
import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { makePool } from "@/lib/endorsements/test-campaign";
import { createStudy } from "@/lib/studies/create-study";
import { SEED_TEXTS, seedCampaign, seedPapers } from "@/prisma/seed/seed-campaign";
import { seedUser } from "@/prisma/seed/seed-user";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

async function newStudy() {
  const slug = `ask-${randomBytes(5).toString("hex")}`;
  const { studyId } = await createStudy(command, { slug, name: slug, codebook: { builtIn: "citation-role" } });
  const people = ["ida", "omar", "sena"].map((name) => ({
    email: `${name}-${slug}@uni.invalid`,
    name: `${name} of ${slug}`,
  }));
  // The seed's first list: 91000 … 91040; works that it repeats have the same titles in other lists.
  const listed = Array.from({ length: 41 }, (_, i) => ({
    corpusId: `91${String(i).padStart(3, "0")}`,
    title: `no ${i}`,
  }));
  const poolId = await makePool(studyId, [
    ...listed,
    { corpusId: "555", title: "A book on patience", year: 1999 },
    { corpusId: "556", title: "Another book on patience", year: 2005 },
  ]);
  await prisma().pool.updateMany({ where: { studyId, id: poolId }, data: { name: "all papers" } });

  return { slug, studyId, people };
}

/** What an author's page sends, by HTTP. */
async function answersOf(token: string, taps: number[], works: { title: string; year: number }[]) {
  const author = await requests.newContext({
    baseURL: process.env.ASSAY_E2E_URL ?? "",
    extraHTTPHeaders: { Origin: process.env.ASSAY_E2E_URL ?? "" },
  });
  let revision = 0;
  const send = async (path: string, data: object) => {
    const answer = await author.post(`/api/v1/endorse/${path}`, { data: { opId: randomUUID(), revision, ...data } });
    expect(answer.status(), await answer.text()).toBe(200);
    ({ revision } = await answer.json());
  };
  await author.post("/api/v1/endorse/exchange", { data: { token } });
  await author.post("/api/v1/endorse/opened", { data: {} });
  const view = await (await author.get("/api/v1/endorse")).json();
  const { consent, information } = view.texts.en;
  await send("consent", {
    ...{ agree: true, identityConfirmed: true, publishIdentity: true, language: "en" },
    ...{ consentHash: consent.sha256, informationHash: information.sha256 },
  });
  const { focalId } = view.papers[0];
  for (const work of works) await send("works", { ...work, workId: randomUUID(), focalId, value: "yes" });
  await send("list-shown", { focalId });
  for (const n of taps) await send("answers", { focalId, n, value: "yes" });
  await send("submit", { confirm: true });
  await author.dispose();
}

async function number(page: Page, step: string): Promise<string> {
  return (await page.locator(`[data-step="${step}"] a`).first().textContent()) ?? "";
}

test("a campaign from a file, through invitations, answers, a mail and review, to its export", async ({ as }) => {
  test.setTimeout(240_000);
  const { slug, studyId, people } = await newStudy();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.goto(`/studies/${slug}`);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("heading", { name: "Nobody was asked yet" })).toBeVisible();
  await page.getByRole("link", { name: "New campaign" }).click();

  // The form shows what the author will read, while it is typed; HTML stays text.
  await page.getByLabel(/^Name/).fill("Roots of the year");
  for (const { kind, markdown } of SEED_TEXTS.filter((text) =>
    ["information", "consent", "question"].includes(text.kind),
  )) {
    await page.locator(`#text-${kind}-en`).fill(markdown);
  }
  await page.locator("#text-help-en").fill("Not <img src=x onerror=alert(1)> but **few** [works](javascript:alert(1))");
  const preview = page.getByRole("region", { name: "Help as it will be read" });
  await expect(preview.locator("strong")).toHaveText("few");
  await expect(preview).toContainText("<img src=x onerror=alert(1)>");
  expect(await preview.locator("img, a").count()).toBe(0);
  await page.getByLabel(/Candidate pool/).selectOption({ label: "all papers" });
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save as a draft" }).click();

  // A file with a fault is refused with its line; nothing is stored.
  await expect(page.getByRole("heading", { name: "Focal papers" })).toBeVisible();
  const lines = seedPapers(people).map((record) => `${JSON.stringify(record)}\n`);
  const drop = page.locator("input[type=file]");
  const bytes = (text: string) => ({ name: "papers.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) });
  await drop.setInputFiles(bytes(`${lines.join("")}{"title":"no id"}\n`));
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText(/line 4, column focal_corpusid/)).toBeVisible();
  await drop.setInputFiles(bytes(lines.join("")));
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("3 papers, 61 references and 3 new people are stored.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Focal papers" })).toContainText("The patience of lists");

  // It says what is missing, and opens once that is there.
  const nav = page.getByRole("navigation", { name: "Pages of the campaign" });
  await nav.getByRole("link", { name: "Funnel" }).click();
  await expect(page.getByText("Before it can be opened it needs: a contact for questions.")).toBeVisible();
  const at = page.url();
  await nav.getByRole("link", { name: "Texts & settings" }).click();
  await page.getByLabel(/Contact for questions/).fill("roots@assay.invalid");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(at);
  await page.getByRole("button", { name: "Open the campaign" }).click();
  await expect(page.getByText("Campaign, open")).toBeVisible();

  // Links are made once, copied, and downloaded.
  await nav.getByRole("link", { name: "Invitations" }).click();
  await page.getByRole("button", { name: "Make links for all" }).click();
  await expect(page.getByText("3 links were made.")).toBeVisible();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const links = readFileSync((await csv.path()) ?? "", "utf8");
  const token = (i: number) =>
    new RegExp(`${people[i]?.email}.*/endorse/(\\S+)`).exec(links)?.[1] ?? `no link of ${people[i]?.email}`;
  const table = page.getByRole("table", { name: "Invitations" });
  await table.getByRole("button", { name: `Change the invitation of ${people[2]?.name}` }).click();
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("Replace.")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(table).toContainText("replaced (link made)");

  await answersOf(token(0), [1, 2], [{ title: "A book on patience", year: 1999 }]);
  await answersOf(token(1), [2], []);

  // A mail: what may be read in it is proposed; nothing is ticked, and consent is asked for.
  await nav.getByRole("link", { name: "Replies by mail" }).click();
  await page.getByLabel(/Who wrote it/).fill(people[2]?.email ?? "");
  await page
    .getByLabel(/Its text/)
    .fill("It was [2], and perhaps Partitioned profiles for sparse recommendation.\n> [3]");
  await page.getByRole("button", { name: "Keep and read" }).click();
  const proposals = page.locator('[data-slot="proposal"]');
  await expect(proposals).toHaveCount(2);
  await expect(proposals.nth(0)).toContainText("its title is in the list");
  await expect(page.getByText("the sentence hedges").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /Counting clusters/ }).check();
  await page.getByRole("button", { name: "Confirm what is ticked" }).click();
  await expect(page.getByText("Say that the writer agreed")).toBeVisible();
  await page.getByRole("checkbox", { name: /they agree to the information/ }).check();
  await page.getByRole("button", { name: "Confirm what is ticked" }).click();
  await expect(page.getByText("1 pair was added")).toBeVisible();

  // Review: the unresolved one first; found in the pool by a person; a near match is only offered.
  await nav.getByRole("link", { name: "Review" }).click();
  const pair = page.locator("[data-pair]");
  await expect(pair.getByRole("heading")).toContainText("A book on patience");
  await expect(page.getByRole("button", { name: /confirm/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: /556, in the pool: resembles it/ })).toBeVisible();
  await page.getByRole("button", { name: /555, in the pool: the same title and year/ }).click();
  await expect(pair).toContainText("555");
  await page.keyboard.press("c");
  await expect(pair).not.toContainText("A book on patience");
  // The first reference's first author is the first person: a self-citation, flagged with a reason by keyboard.
  await expect(pair).toContainText("Authors overlap");
  await page.keyboard.press("s");
  await expect(page.getByLabel(/Why is it flagged as a self-citation/)).toBeFocused();
  const flagged = await pair.getAttribute("data-pair");
  await page.keyboard.press("Enter");
  await expect(pair).not.toHaveAttribute("data-pair", flagged ?? "");
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  const shown = () => page.evaluate(() => document.querySelector("[data-pair]")?.getAttribute("data-pair") ?? "");
  for (let before = await shown(); before !== ""; before = await shown()) {
    await page.keyboard.press("c");
    await expect.poll(shown).not.toBe(before);
  }
  await expect(page.getByRole("heading", { name: "All of this is decided" })).toBeVisible();

  // By hand: ida 91000 (self-citation, flagged), 91001, and 555 by recall; omar 91001 again; sena's review paper 93001 by mail.
  await nav.getByRole("link", { name: "Funnel" }).click();
  await expect(page.locator('[data-step="invited"]')).toBeVisible();
  const counts = {
    invited: "3",
    opened: "2",
    submitted: "3",
    inReview: "0",
    releaseReady: "3",
    byMail: "1",
    flagged: "1",
  };
  for (const [step, count] of Object.entries(counts)) expect([step, await number(page, step)]).toEqual([step, count]);
  // 93001 is not in the pool; 91001 is CiteNew (i % 3 = 1), 555 in no list.
  expect(await number(page, "retrievalEvaluable")).toBe("2");
  await expect(page.locator('[data-step="retrievalEvaluable"]').first()).toContainText("= 1 CiteNew + 1 no tier");
  await expect(page.getByText(/3 of 3 people answered/).first()).toBeVisible();
  await page.locator('[data-step="releaseReady"] a').click();
  await expect(page.getByRole("heading", { name: "3 release-ready pairs" })).toBeVisible();
  await expect(page.getByRole("table")).toContainText("93001");

  await nav.getByRole("link", { name: "Funnel" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "JSON lines" }).first().click(),
  ]);
  // Who wrote the mail did not agree to be published with the paper's identity: 93001 is in the team's file alone.
  await expect(page.getByText("1 pair more")).toBeVisible();
  const rows = readFileSync((await file.path()) ?? "", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map((row) => [row.focal_corpusid, row.candidate_corpusid, row.audit_status])).toEqual([
    ["9001", "555", "passed"],
    ["9001", "91000", "flagged_self_cite"],
    ["9001", "91001", "passed"],
  ]);
  const [qrels] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CiteNew" }).click(),
  ]);
  expect(readFileSync((await qrels.path()) ?? "", "utf8")).toBe("9001 0 91001 1\n");

  // Against a layer: nothing is computed before the universe is chosen.
  await nav.getByRole("link", { name: "Against a layer" }).click();
  await expect(page.getByRole("heading", { name: "In one sentence" })).toHaveCount(0);
  await page.getByRole("radio", { name: /Only edges that were shown/ }).check();
  await page.getByRole("button", { name: "Compute" }).click();
  await expect(page.getByText("Not chosen is treated as negative here.").first()).toBeVisible();
  await expect(page.getByText("Answers from responders only.").first()).toBeVisible();
  await expect(page.getByText(/n = \d+ edges \(edges shown to the author\); marginals/)).toBeVisible();
  const asked = page.url();

  const addresses = ["", "/edit", "/papers", "/invitations", "/replies", "/review?state=done", "/rows?step=answers"]
    .map((path) => `${at}${path}`)
    .concat(`/studies/${slug}/campaigns`, `/studies/${slug}/campaigns/new`, asked);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const address of addresses) {
      await page.goto(address);
      expect(await faults(page), `${address} ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of addresses) {
    await page.goto(address);
    expect(await page.evaluate(overflow), address).toBeLessThanOrEqual(0);
  }
});

test("roles: an adjudicator reviews without names, an auditor reads counts, a rater and a stranger find nothing", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const { slug, studyId, people } = await newStudy();
  const { campaignId } = await seedCampaign(command, studyId, people);
  const at = `/studies/${slug}/campaigns/${campaignId}`;
  const status = async (page: Page, path: string) => (await page.goto(`${at}${path}`))?.status();
  const adjudicator = await as(await seedUser({ roles: [{ studyId, role: "adjudicator" }] }));
  expect(await status(adjudicator, "/review")).toBe(200);
  for (const path of ["/invitations", "/edit", "/papers", "/replies", "/rows?step=invited"]) {
    expect([path, await status(adjudicator, path)]).toEqual([path, 404]);
  }
  const auditor = await as(await seedUser({ roles: [{ studyId, role: "auditor" }] }));
  expect(await status(auditor, "")).toBe(200);
  await expect(auditor.locator('[data-step="invited"]')).toContainText("3");
  expect(await auditor.locator('[data-step="invited"] a').count()).toBe(0);
  expect(await auditor.content()).not.toContain(people[0]?.email ?? "");
  expect(await status(auditor, "/review")).toBe(404);
  const stranger = await as(await seedUser());
  expect(await status(stranger, "")).toBe(404);
});
