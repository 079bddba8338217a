import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { faults } from "@/e2e/fixtures/axe";
import { OwnStudio } from "@/e2e/reliability/own-studio";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { smtpError, startSmtp, type TestServer } from "@/lib/mail/test-server";
import { createStudy } from "@/lib/studies/create-study";
import { seedCampaign } from "@/prisma/seed/seed-campaign";
import { type SeededUser, seedUser } from "@/prisma/seed/seed-user";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };
const own = new OwnStudio();
let server: TestServer;
let researcher: SeededUser;
const slug = `mail-${randomBytes(4).toString("hex")}`;
let campaignId: string;
const people = ["ida", "omar", "sena"].map((name) => ({ email: `${name}-${slug}@uni.invalid`, name: `${name} of it` }));

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("omar") ? smtpError(550, "5.1.1 no such user") : null),
  });
  process.env.ASSAY_SMTP_URL = server.url;
  process.env.ASSAY_SMTP_RATE = "600";
  await own.start();
  await own.inside(async () => {
    researcher = await seedUser({ administrator: true });
    const { studyId } = await createStudy(command, { slug, name: "Roots", codebook: { builtIn: "citation-role" } });
    campaignId = (await seedCampaign(command, studyId, people)).campaignId;
  });
});

test.afterAll(async () => {
  delete process.env.ASSAY_SMTP_URL;
  delete process.env.ASSAY_SMTP_RATE;
  await own.end();
  await server.close();
});

async function signedIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: own.studio.url });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const answer = await context.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email: researcher.email, passphrase: researcher.passphrase, json: "true" },
    headers: { Origin: own.studio.url },
  });
  expect(answer.status()).toBe(200);

  return context.newPage();
}

test("a researcher writes to everybody: one mail each, the one that bounced is named, and asking again sends none", async ({
  browser,
}) => {
  const page = await signedIn(browser);
  await page.goto(`/studies/${slug}/campaigns/${campaignId}/mail`);
  await page.getByRole("button", { name: "Write to all who were not written to" }).click();
  await expect(page.getByText("3 mails wait to be sent.")).toBeVisible();
  await expect(page.getByText("2 sent · 1 came back")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("550 5.1.1 no such user")).toBeVisible();
  await page.getByRole("button", { name: "Write to all who were not written to" }).click();
  await expect(
    page.getByText(/2 written to already.*; 1 whose last mail came back|1 whose last mail came back; 2/),
  ).toBeVisible();
  expect(server.received.map((mail) => mail.to[0]?.split("-")[0]).toSorted()).toEqual(["ida", "sena"]);
  for (const { source } of server.received)
    expect(source.replace(/=\r\n/g, "")).toContain(`${own.studio.url}/endorse/`);
  const { port, hostname } = new URL(own.studio.url);
  expect(server.received[0]?.source).toMatch(
    new RegExp(`^List-Unsubscribe:\\s+<http://${hostname}:${port}/api/v1/unsubscribe/[\\w-]{43}>`, "m"),
  );
  for (const width of [1280, 360]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await faults(page)).toEqual([]);
      if (process.env.SHOTS) {
        await page.screenshot({ path: `${process.env.SHOTS}/mail-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  }
  await page.context().close();
});

test("a mail program's unsubscribing declines; reading the address changes nothing; wrong and old ones say one thing", async () => {
  const link = /api\/v1\/unsubscribe\/([\w-]{43})/.exec(
    server.received[0]?.source.replace(/\r\n[ \t]/g, "") ?? "",
  )?.[1];
  const url = `${own.studio.url}/api/v1/unsubscribe/${link}`;
  const answer = await fetch(url, { redirect: "manual" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`/endorse/${link}`);
  expect((await fetch(url, { method: "HEAD", redirect: "manual" })).status).toBe(303);
  const post = (to: string, body: string) =>
    fetch(to, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  expect((await post(url, "")).status).toBe(400);
  expect((await post(url, "anything=else")).status).toBe(400);
  const states = () =>
    own.inside(async () =>
      (await prisma().invitation.findMany({ select: { state: true } })).map((row) => row.state).toSorted(),
    );
  expect(await states()).toEqual(["bounced", "sent", "sent"]);
  const form = new FormData(); // RFC 8058 allows both encodings.
  form.set("List-Unsubscribe", "One-Click");
  expect((await fetch(url, { method: "POST", body: form })).status).toBe(200);
  expect((await post(url, "List-Unsubscribe=One-Click")).status).toBe(200);
  expect(await states()).toEqual(["bounced", "declined", "sent"]);
  const wrong = await post(`${own.studio.url}/api/v1/unsubscribe/${"x".repeat(43)}`, "List-Unsubscribe=One-Click");
  expect(wrong.status).toBe(404);
});
