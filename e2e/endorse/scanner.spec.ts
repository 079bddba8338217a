import { type Browser, request } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { phone } from "./author-page";
import { seedAuthors } from "./seed-authors";

/** What mail scanners were seen to do with a link: HEAD, GET, GET with scripts, and sending the first form. */
async function scan(browser: Browser, link: string): Promise<void> {
  const plain = await request.newContext({ baseURL: process.env.ASSAY_E2E_URL ?? "" });
  expect((await plain.head(link)).status()).toBe(200);
  const got = await plain.get(link);
  expect(got.status()).toBe(200);
  expect(got.headers()["x-robots-tag"]).toContain("noindex");
  expect(got.headers()["referrer-policy"]).toBe("no-referrer");
  expect(await got.text()).not.toContain(link.split("/").at(-1));
  await plain.dispose();
  const robot = await phone(browser);
  await robot.open(link);
  await robot.ready();
  // Clicks made by script on everything there is, then the first form, both ways.
  await robot.page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>("main input")) box.click();
    for (const button of document.querySelectorAll("main button")) {
      button.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
      if (button.textContent !== "Forget this link in this browser") (button as HTMLElement).click();
    }
    document.querySelector("form")?.requestSubmit();
  });
  // Sending the form loads the page anew; a context that is closed while it does hangs.
  const loaded = robot.page.waitForEvent("load");
  await robot.page.evaluate(() => document.querySelector("form")?.submit());
  await loaded;
  await robot.page.waitForLoadState("networkidle");
  await robot.close();
}

test("a mail scanner three times at once before the human finds and leaves nothing; the human submits one response", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { link, studyId } = await seedAuthors();
  await Promise.all([1, 2, 3].map(() => scan(browser, link("sena"))));
  const where = { studyId };
  expect(await prisma().response.count({ where })).toBe(0);
  expect(await prisma().endorsementEvent.count({ where })).toBe(0);
  expect(await prisma().doNotAsk.count({ where })).toBe(0);
  const invitations = await prisma().invitation.findMany({ where });
  expect(invitations.map(({ state, openedAt }) => [state, openedAt])).toEqual(invitations.map(() => ["made", null]));

  const human = await phone(browser);
  await human.open(link("sena"));
  for (const box of await human.page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await human.agree();
  await human.next();
  await human.tapShaped("A theory of browsing");
  await human.next();
  await human.button("Review").tap();
  await human.button("Submit").tap();
  await expect(human.heading()).toHaveText("Thank you");
  expect(await prisma().response.count({ where })).toBe(1);
  const after = await prisma().invitation.findMany({ where: { ...where, openedAt: { not: null } } });
  expect(after.map(({ state }) => state)).toEqual(["submitted"]);

  // A scanner that comes later sees the person's own page, and still changes nothing.
  const before = await prisma().endorsementEvent.count({ where });
  await scanReads(link("sena"));
  expect(await prisma().endorsementEvent.count({ where })).toBe(before);
  await human.close();
});

async function scanReads(link: string): Promise<void> {
  const plain = await request.newContext({ baseURL: process.env.ASSAY_E2E_URL ?? "" });
  await plain.head(link);
  // No answer of anybody is in what a GET of the link brings.
  expect(await (await plain.get(link)).text()).not.toContain("A theory of browsing");
  expect((await plain.get("/endorse")).status()).toBe(404);
  await plain.dispose();
}
