import type { Page } from "@playwright/test";
import { expect, signIn, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { seedUser } from "@/prisma/seed/seed-user";
import { LabelPage } from "./label-page";
import { eventsOf, instances, type LabelStudy, labelsOf, passages, seedLabelStudy } from "./seed-label-study";

/** The worker that lets the page load without network has taken over and holds what it needs. */
async function canLoadOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => {
      const cache = await caches.open("assay-label-1");
      return (await cache.match(location.href)) !== undefined;
    };
    while (!(await kept()) || !navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 50));
  });
}

const rater = (study: LabelStudy) => study.raters[0].userId;

test("forty answers without network, two reloads meanwhile: forty rows, once, in order", async ({ as }) => {
  test.setTimeout(180_000);
  const study = await seedLabelStudy({ codebook: "must-cite", items: instances(8) });
  const label = new LabelPage(await as(study.raters[0]));
  const { page } = label;
  await label.open(study.slug);
  await expect(page.getByText("The next 5 items are ready")).toBeVisible();
  await canLoadOffline(page);
  await page.context().setOffline(true);

  const wanted: string[] = [];
  const answer = async (key: string, name: string) => {
    await label.press(key);
    wanted.push(name);
    await expect(label.status()).toHaveText(new RegExp(`^${wanted.length} answers? waiting`));
    await label.painted();
  };
  for (let n = 1; n <= 6; n += 1) {
    await answer("f", "_flag=yes");
    await answer("d", "mark_primary_data=yes");
    await answer("m", "mark_extended_method=yes");
    await answer("y", "baseline=yes");
    await answer("5", "relevance=5");
    if (n === 2 || n === 4) {
      await page.reload();
      await label.onItem(n + 1);
      await expect(label.status()).toHaveText(new RegExp(`^${wanted.length} answers waiting`));
    }
  }
  for (let n = 0; n < 5; n += 1) await answer("u", n % 5 === 0 ? "relevance=null" : "undone");
  const back = ["relevance=null", "baseline=null", "mark_extended_method=null", "mark_primary_data=null", "_flag=null"];
  wanted.splice(30, 5, ...back);
  await answer("f", "_flag=yes");
  await answer("d", "mark_primary_data=yes");
  await answer("m", "mark_extended_method=yes");
  await answer("n", "baseline=no");
  await answer("5", "relevance=5");
  expect(wanted).toHaveLength(40);
  expect(await eventsOf(study.studyId, rater(study))).toHaveLength(0);

  await page.context().setOffline(false);
  // Forty answers one after another: on a busy machine that takes its time.
  await expect(label.status()).toHaveText("All answers saved", { timeout: 60_000 });
  const events = await eventsOf(study.studyId, rater(study));
  expect(events.map(({ question, value }) => `${question}=${value}`)).toEqual(wanted);
  expect(new Set(events.map((event) => event.opId)).size).toBe(40);
  expect((await labelsOf(study, rater(study))).filter((row) => row.endsWith("baseline=no"))).toHaveLength(1);
});

test("the answer reaches the server and the reply is lost: one row", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  let dropped = 0;
  await label.page.route("**/labels", async (route) => {
    await route.fetch();
    dropped += 1;
    if (dropped <= 2) await route.abort("connectionreset");
    else await route.fallback();
  });
  await label.press("3");
  await label.onItem(2);
  await expect(label.status()).toContainText("1 answer waiting, trying again in");
  await label.saved();
  expect(dropped).toBe(3);
  expect((await eventsOf(study.studyId, rater(study))).map((event) => event.value)).toEqual(["GM"]);
});

test("a sign-in page or a portal that answers 200 empties nothing", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  let portal = true;
  await label.page.route("**/labels", (route) =>
    portal
      ? route.fulfill({
          status: 200,
          contentType: "text/html",
          body: "<html><title>Welcome to the station</title></html>",
        })
      : route.continue(),
  );
  await label.press("4");
  await label.onItem(2);
  await label.press("5");
  await label.onItem(3);
  await expect(label.status()).toContainText("2 answers waiting, trying again in");
  await label.page.reload();
  await label.onItem(3);
  await expect(label.status()).toContainText("2 answers waiting");
  portal = false;
  await label.saved();
  expect((await eventsOf(study.studyId, rater(study))).map((event) => event.value)).toEqual(["CC", "TR"]);
});

test("the session ends: the queue stays, and goes out after signing in again", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(12) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await prisma().session.updateMany({ where: { userId: rater(study) }, data: { revokedAt: new Date() } });
  for (let n = 1; n <= 5; n += 1) {
    await label.press("6");
    await label.onItem(n + 1);
  }
  await expect(label.page.getByText("You are signed out.")).toBeVisible();
  await expect(label.status()).toHaveText("5 answers waiting, sign in to send");
  expect(await eventsOf(study.studyId, rater(study))).toHaveLength(0);
  await signIn(label.page.context(), study.raters[0]);
  await label.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await label.saved();
  await label.onItem(6);
  await expect(label.page.getByText("You are signed out.")).toBeHidden();
  expect(await eventsOf(study.studyId, rater(study))).toHaveLength(5);
});

test("another account in this browser sends nothing of the first one's queue, and may download it", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(12), raters: 1 });
  const second = await seedUser({ roles: [{ studyId: study.studyId, role: "rater" }] });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  await label.page.route("**/labels", (route) => route.abort());
  await label.press("1");
  await label.onItem(2);
  await label.press("2");
  await label.onItem(3);
  await label.page.context().clearCookies();
  await signIn(label.page.context(), second);

  await label.page.unroute("**/labels");
  await label.page.goto(`/label/${study.slug}`);
  await label.onItem(1);
  await expect(label.page.getByText("Another account left 2 unsent in this browser.")).toBeVisible();
  const download = label.page.waitForEvent("download");
  await label.page.getByRole("button", { name: "Download it" }).click();
  expect((await download).suggestedFilename()).toBe("unsent-answers.json");
  await label.press("6");
  await label.onItem(2);
  await label.saved();
  expect(await eventsOf(study.studyId, rater(study))).toHaveLength(0);
  expect((await eventsOf(study.studyId, second.userId)).map((event) => event.value)).toEqual(["BC"]);

  await label.page.context().clearCookies();
  await signIn(label.page.context(), study.raters[0]);
  await label.page.goto(`/label/${study.slug}`);
  await label.saved();
  await expect
    .poll(async () => (await eventsOf(study.studyId, rater(study))).map((event) => event.value))
    .toEqual(["TF", "ME"]);
});

test("a refused answer is set aside and shown; giving it up opens the question again", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const label = new LabelPage(await as(study.raters[0]));
  await label.open(study.slug);
  let refuses = true;
  await label.page.route("**/labels", (route) =>
    refuses
      ? route.fulfill({
          status: 422,
          contentType: "application/problem+json",
          body: JSON.stringify({ title: "Refused for a test.", status: 422, code: "unprocessable" }),
        })
      : route.continue(),
  );
  await label.press("1");
  await label.onItem(2);
  await expect(label.page.getByText("Refused for a test.")).toBeVisible();
  await expect(label.status()).toHaveText("1 answer to settle; all others saved");
  refuses = false;
  await label.page.reload();
  await expect(label.page.getByText("Refused for a test.")).toBeVisible();
  await label.page.getByRole("button", { name: "Send it again" }).click();
  await label.saved();
  expect((await eventsOf(study.studyId, rater(study))).map((event) => event.value)).toEqual(["TF"]);
});
