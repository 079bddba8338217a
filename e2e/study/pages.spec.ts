import { faults } from "@/e2e/fixtures/axe";
import { expect, test } from "@/e2e/fixtures/test";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { seedDemoStudy } from "@/prisma/seed/demo-study";
import { seedUser } from "@/prisma/seed/seed-user";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };
const PAGES = [
  "",
  "/agreement",
  "/items",
  "/import",
  "/rounds",
  "/judges",
  "/raters",
  "/adjudicate",
  "/layers",
  "/layers/new",
  "/releases",
  "/releases/new",
  "/runs",
  "/campaigns",
  "/codebook",
  "/audit",
  "/settings",
];

test.describe.configure({ mode: "serial" });

async function demo(): Promise<string> {
  const found = await prisma().study.findUnique({ where: { slug: "demo" }, select: { id: true } });
  if (!found) await seedDemoStudy(command);
  const study = await prisma().study.findUniqueOrThrow({ where: { slug: "demo" }, select: { id: true } });

  return study.id;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no fault that axe can find on any studio page, in ${colorScheme}`, async ({ as }) => {
    test.setTimeout(240_000);
    const studyId = await demo();
    const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
    await page.emulateMedia({ colorScheme });
    for (const path of ["/studies", ...PAGES.map((name) => `/studies/demo${name}`)]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      expect(await faults(page), path).toEqual([]);
    }
  });
}

test("on a phone no studio page scrolls sideways", async ({ as }) => {
  test.setTimeout(240_000);
  const studyId = await demo();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/studies", ...PAGES.map((name) => `/studies/demo${name}`)]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test("an auditor reads agreement, items, codebook and audit log, and changes nothing", async ({ as }) => {
  const studyId = await demo();
  const page = await as(await seedUser({ roles: [{ studyId, role: "auditor" }] }));
  for (const name of ["/agreement", "/items", "/codebook", "/audit"]) {
    expect((await page.goto(`/studies/demo${name}`))?.status(), name).toBe(200);
  }
  await expect(page.getByText("events follow from each other")).toBeVisible();
  for (const name of ["/import", "/settings"])
    expect((await page.goto(`/studies/demo${name}`))?.status(), name).toBe(404);
  const headers = { Origin: process.env.ASSAY_E2E_URL ?? "" };
  const attempts = [
    page.request.patch("/api/v1/studies/demo", { data: { name: "x" }, headers }),
    page.request.post("/api/v1/studies/demo/rounds", { data: { name: "x", purpose: "main" }, headers }),
    page.request.post("/api/v1/studies/demo/join-links", { data: { role: "rater" }, headers }),
    page.request.post("/api/v1/studies/demo/slots/claim", { data: { ahead: 1 }, headers }),
  ];
  expect((await Promise.all(attempts)).map((answer) => answer.status())).toEqual([403, 403, 403, 403]);
});

test("a count of the exclusion flow opens its items; a cell of the confusion matrix too", async ({ as }) => {
  const studyId = await demo();
  const page = await as(await seedUser({ roles: [{ studyId, role: "researcher" }] }));
  await page.goto("/studies/demo/agreement");
  const flow = page.getByRole("region", { name: "From items drawn to items used" });
  await flow.getByRole("listitem").filter({ hasText: "used for agreement" }).getByRole("link").click();
  await expect(page.getByText("30 items fit")).toBeVisible();
  await page.goto("/studies/demo/agreement");
  // The judge says TR where the raters' majority is ME: the passage d07, and no other.
  await page.locator('[data-judge-detail="demo-judge"] a[href*="value=TR"][href*="otherValue=ME"]').first().click();
  await expect(page.getByText("1 items fit")).toBeVisible();
  await expect(page.getByRole("link", { name: "d07" })).toBeVisible();
});
