import { expect, test } from "@/e2e/fixtures/test";
import { changeInvitation } from "@/lib/campaigns/change-invitation";
import { prisma } from "@/lib/db/client";
import { phone } from "./author-page";
import { COMMAND, seedAuthors } from "./seed-authors";

test("three browsers on one link: one response, what differs is shown and settled, nothing is lost", async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const { link, studyId, campaignId, invitations } = await seedAuthors();
  const first = await phone(browser);
  await first.open(link("sena"));
  await first.agree();
  const [second, third] = await Promise.all([phone(browser), phone(browser)]);
  const three = [first, second, third];
  await Promise.all([second.open(link("sena")), third.open(link("sena"))]);
  for (const one of three) {
    await one.ready();
    await one.next();
    await one.saved();
  }
  // Each another work: no conflict.
  await Promise.all([
    first.tapShaped("A theory of browsing"),
    second.tapShaped("Slow lists and quick decisions"),
    third.tapShaped("Dense encoders for short scientific texts"),
  ]);
  for (const one of three) await one.saved();
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(3);
  for (const one of three) await expect(one.held()).toHaveCount(0);

  // The same work, taken back in one and explained in another, before either has heard of it.
  await first.page.reload();
  await first.ready();
  await second.page.reload();
  await second.ready();
  await expect(first.shaped("Slow lists and quick decisions")).toBeChecked();
  await expect(second.shaped("Slow lists and quick decisions")).toBeChecked();
  await first.tapShaped("Slow lists and quick decisions");
  await first.saved();
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(2);
  await second.page.getByRole("button", { name: "Say why: Slow lists and quick decisions" }).tap();
  await second.page.getByRole("textbox", { name: "Why, in your words" }).fill("It set the pace.");
  await expect(second.held()).toContainText("There: not chosen. Here: shaped it (“It set the pace.”)");
  await second.button("Use the one from here").tap();
  await expect(second.held()).toHaveCount(0);
  await second.saved();
  const kept = await prisma().endorsement.findMany({ where: { studyId, reason: { not: null } } });
  expect(kept.map((row) => row.reason)).toEqual(["It set the pace."]);
  expect(await prisma().response.count({ where: { studyId } })).toBe(1);

  // The link is ended: all three are told at their next tap.
  const invitationId = (await prisma().invitation.findFirstOrThrow({ where: { studyId, startedAt: { not: null } } }))
    .id;
  expect(invitations.map((one) => one.invitationId)).toContain(invitationId);
  await changeInvitation(COMMAND, { studyId, campaignId, invitationId, action: "revoke" });
  for (const one of three) {
    await one.tapShaped("Ranking under a moving pool");
    await expect(one.saveLine()).toContainText("This link was ended meanwhile");
    await one.close();
  }
});

test("without network every tap is kept, through a reload of the store, and arrives by itself", async ({ browser }) => {
  const { link, studyId } = await seedAuthors();
  const author = await phone(browser);
  await author.open(link("sena"));
  await author.agree();
  await author.next();
  await author.saved();
  await author.page.context().setOffline(true);
  await author.tapShaped("A theory of browsing");
  await author.tapShaped("Slow lists and quick decisions");
  await expect(author.saveLine()).toHaveText(/2 answers are kept on this device and wait for the network/);
  expect(await prisma().endorsement.count({ where: { studyId } })).toBe(0);
  await author.page.close();
  await author.page.context().setOffline(false);
  const again = await author.page.context().newPage();
  await again.goto("/endorse");
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(2);
  await author.close();
});

test("another person's link in the same browser never receives the answers of the first", async ({ browser }) => {
  const { link, studyId } = await seedAuthors();
  const ida = await phone(browser);
  await ida.open(link("ida"));
  await ida.agree();
  await ida.next();
  await ida.saved();
  const omar = await ida.page.context().newPage();
  await omar.goto(link("omar"));
  await omar.waitForURL(/\/endorse$/);
  await ida.tapShaped("A theory of browsing");
  await expect(ida.saveLine()).toContainText("Another link was opened in this browser");
  expect(await prisma().endorsement.count({ where: { studyId } })).toBe(0);
  await omar.goto(link("ida"));
  await expect.poll(() => prisma().endorsement.count({ where: { studyId } })).toBe(1);
  await ida.close();
});
