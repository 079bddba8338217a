import { expect, test } from "@/e2e/fixtures/test";
import { readFunnel } from "@/lib/campaigns/read-funnel";
import { prisma } from "@/lib/db/client";
import { phone } from "./author-page";
import { COMMAND, seedAuthors } from "./seed-authors";

test("on a phone: agree, recall, tap the list, review the rows of the file, submit, see what was recorded", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { link, studyId, campaignId } = await seedAuthors();
  const author = await phone(browser);
  const { page } = author;
  await author.open(link("ida"));
  expect(page.url()).not.toContain(link("ida"));
  await expect(author.heading()).toHaveText("Which works shaped your paper?");
  await expect(page.getByText(/^You are answering as i…@uni\.invalid/)).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await author.ready();
  await author.button("Agree and begin").tap();
  await expect(page.locator('[data-slot="problem"]')).toContainText("Please say first that this is you");
  expect(await prisma().response.count({ where: { studyId } })).toBe(0);
  await author.agree();

  await author.recall("theory of brow");
  await page.locator('[data-slot="suggestions"] button').first().tap();
  await expect(page.locator('[data-slot="named-work"]')).toContainText("A theory of browsing");
  await author.recall("A talk-sized work nobody listed");
  await author.button("Add as typed").tap();
  await expect(page.locator('[data-slot="named-work"]')).toHaveCount(2);
  await author.recall("An unfinished thought");
  await author.next();

  await expect(page.getByRole("searchbox", { name: "Find in your 41 references" })).toBeVisible();
  await expect(page.locator('[data-slot="reference"]')).toHaveCount(41);
  await expect(author.shaped("A theory of browsing")).toBeChecked();
  await author.tapShaped("Slow lists and quick decisions");
  await expect(author.shaped("Slow lists and quick decisions")).toBeChecked();
  await page.getByRole("button", { name: "Say why: Slow lists and quick decisions" }).tap();
  await page.getByRole("textbox", { name: "Why, in your words" }).last().fill("It asked our question first.");
  await page.getByRole("searchbox").fill("dense ENCODERS");
  await expect(page.locator('[data-slot="reference"]')).toHaveCount(1);
  await author.tapShaped("Dense encoders for short scientific texts");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: "Order" }).selectOption("section");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    "1 Introduction",
    "2 Related work",
    "3 Method",
    "5 Experiments",
  ]);
  expect(await author.sideways()).toBe(false);
  await author.next();
  await page.getByText("A failed experiment").tap();
  await page.getByRole("textbox", { name: "A few words about it" }).fill("The first model never converged.");
  await author.next();

  await expect(author.heading()).toHaveText("The patience of lists");
  await author.next();
  await author.next();
  await author.button("Review").tap();
  await expect(author.heading()).toHaveText("This is all that will be published");
  await expect(page.locator('[data-slot="published"] tbody tr')).toHaveCount(5);
  await expect(page.locator('[data-slot="published"]')).not.toContainText("It asked our question first.");
  await expect(page.getByText("Also stored, and never published: 2 private notes.")).toBeVisible();
  await author.button("Submit").tap();
  await expect(author.heading()).toHaveText("Thank you");
  await expect(page.locator('[data-slot="recorded"]').first()).toContainText("private: It asked our question first.");

  const rows = await prisma().endorsement.findMany({ where: { studyId }, orderBy: { id: "asc" } });
  expect(rows.map(({ source, title, reason }) => [source, title, reason])).toEqual([
    ["recalled", "A theory of browsing", null],
    ["recalled", "A talk-sized work nobody listed", null],
    ["recalled", "An unfinished thought", null],
    ["recognised", null, "It asked our question first."],
    ["recognised", null, null],
  ]);
  const funnel = await readFunnel(COMMAND, { studyId, campaignId });
  expect(funnel).toMatchObject({ opened: 1, started: 1, submitted: 1, answers: 5, inspirations: 1, recalled: 3 });
  const shown = await prisma().inviteePaper.findMany({ where: { studyId, listShownAt: { not: null } } });
  expect(shown).toHaveLength(2);
  await author.close();
});

test("one tap declines; the page says so on every later visit, and a mind may be changed", async ({ browser }) => {
  const { link, studyId } = await seedAuthors();
  const author = await phone(browser);
  await author.open(link("omar"));
  await author.ready();
  await author.button("No, thank you").tap();
  await expect(author.heading()).toHaveText("We will not ask you again");
  expect(await prisma().doNotAsk.count({ where: { studyId } })).toBe(1);
  expect(await prisma().endorsement.count({ where: { studyId } })).toBe(0);
  await author.open(link("omar"));
  await expect(author.heading()).toHaveText("We will not ask you again");
  await author.ready();
  await author.button("Take part after all").tap();
  await author.agree();
  await author.close();
});

test("an author comes back on another device, changes an answer, and withdraws; each step is said", async ({
  browser,
}) => {
  const { link, studyId } = await seedAuthors();
  const first = await phone(browser);
  await first.open(link("sena"));
  await first.agree(false);
  await first.next();
  await first.tapShaped("A theory of browsing");
  await first.saved();
  await first.close();

  const second = await phone(browser);
  await second.open(link("sena"));
  await second.ready();
  await second.next();
  await expect(second.shaped("A theory of browsing")).toBeChecked();
  await second.next();
  await second.button("Review").tap();
  await expect(second.page.getByText(/Nothing is published with the identity/)).toBeVisible();
  await second.page.getByRole("checkbox", { name: /may be published/ }).check();
  await expect(second.page.locator('[data-slot="published"] tbody tr')).toHaveCount(1);
  await second.button("Submit").tap();
  await expect(second.heading()).toHaveText("Thank you");
  await second.button("Change answers").tap();
  await second.next();
  await second.tapShaped("Dense encoders for short scientific texts");
  await second.saved();
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(2);
  await second.open(link("sena"));
  await second.ready();
  await second.button("Withdraw everything").tap();
  await second.button("Yes, withdraw").tap();
  await expect(second.heading()).toHaveText("Your answers are withdrawn");
  const response = await prisma().response.findFirstOrThrow({ where: { studyId } });
  expect(response.withdrawnAt).not.toBeNull();
  await second.page.reload();
  await expect(second.heading()).toHaveText("Your answers are withdrawn");
  await second.close();
});

test("the page speaks German where the author does, and keeps the language that was agreed in", async ({ browser }) => {
  const { link, studyId } = await seedAuthors();
  const author = await phone(browser, { locale: "de-CH" });
  const { page } = author;
  await author.open(link("omar"));
  await expect(author.heading()).toHaveText("Welche Arbeiten haben Ihr Paper geprägt?");
  await expect(page.locator("main")).toHaveAttribute("lang", "de");
  await author.ready();
  await page.getByText("Ja, das bin ich").tap();
  await page.getByRole("checkbox", { name: "Ich habe das gelesen und bin einverstanden." }).check();
  await author.button("Zustimmen und beginnen").tap();
  await expect(page.getByRole("heading", { name: "Zuerst aus dem Gedächtnis" })).toBeVisible();
  expect((await prisma().response.findFirstOrThrow({ where: { studyId } })).language).toBe("de");
  await author.close();
  const english = await phone(browser);
  await english.open(link("omar"));
  await expect(english.page.getByRole("heading", { name: "Zuerst aus dem Gedächtnis" })).toBeVisible();
  await english.close();
});

test("wrong, changed and revoked links end on one page, which forgets the link that was open before", async ({
  browser,
}) => {
  const { link, studyId, invitations } = await seedAuthors();
  const author = await phone(browser);
  await author.open(link("ida"));
  await expect(author.heading()).toHaveText("Which works shaped your paper?");
  await author.open(`${link("ida")}x`);
  await expect(author.heading()).toHaveText("This link does not work any more");
  const wrong = await author.page.locator("main").innerHTML();
  expect((await author.page.reload())?.status()).toBe(404);
  await prisma().invitation.updateMany({
    where: { studyId, id: { in: invitations.map((one) => one.invitationId) } },
    data: { revokedAt: new Date() },
  });
  await author.open(link("ida"));
  expect(await author.page.locator("main").innerHTML()).toBe(wrong);
  await author.close();
});
