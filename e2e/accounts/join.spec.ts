import { expect, test } from "@/e2e/fixtures/test";
import { createJoinLink } from "@/lib/accounts/create-join-link";
import type { ServiceContext } from "@/lib/context";
import { createStudy } from "@/lib/studies/create-study";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };

async function invitation() {
  const slug = `join-${Math.random().toString(36).slice(2, 10)}`;
  const { studyId } = await createStudy(command, {
    slug,
    name: `Study ${slug}`,
    codebook: { builtIn: "citation-role" },
  });
  const { url } = await createJoinLink(command, { studyId, role: "researcher" });

  return { slug, path: new URL(url).pathname };
}

test("a join link makes an account, signs in, and works once", async ({ page }) => {
  const { slug, path } = await invitation();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Join “Study ${slug}”`);
  await page.getByLabel("Name").fill("Ada Rater");
  await page.getByLabel("E-mail").fill(`${slug}@assay.invalid`);
  await page.getByLabel("Passphrase").fill("seven quiet otters swim");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("E-mail").fill(`${slug}@assay.invalid`);
  await page.getByLabel("Passphrase").fill("seven quiet otters swim");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Study ${slug}` })).toBeVisible();

  const again = await page.goto(path);
  expect(again?.status()).toBe(404);
});

test("a weak passphrase is refused in words, and the link stays usable", async ({ page }) => {
  const { slug, path } = await invitation();
  await page.goto(path);
  await page.getByLabel("Name").fill("Bo");
  await page.getByLabel("E-mail").fill(`${slug}@assay.invalid`);
  await page.getByLabel("Passphrase").fill("password1234");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "guessed at once" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Join" })).toBeVisible();
});

test("strangers get 404 for a study, members of another too", async ({ as, page, administrator }) => {
  const { slug } = await invitation();
  await page.goto(`/studies/${slug}`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const { seedUser } = await import("@/prisma/seed/seed-user");
  const stranger = await as(await seedUser());
  expect((await stranger.goto(`/studies/${slug}`))?.status()).toBe(404);
  expect((await stranger.goto("/studies/no-such-study"))?.status()).toBe(404);
  expect((await stranger.request.get(`/api/v1/studies/${slug}/agreement`)).status()).toBe(404);
  const own = await as(administrator);
  expect((await own.goto(`/studies/${slug}`))?.status()).toBe(200);
});
