import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { type LabelStudy, passages, seedLabelStudy } from "./seed-label-study";

const SECRET = "leaked-rationale-7719";

/** What a judge and another rater said, about every item; removed again by `forget`. */
async function othersSay(study: LabelStudy): Promise<() => Promise<void>> {
  const { studyId, roundId } = study;
  const judge = uuid7();
  const person = uuid7();
  await prisma().rater.createMany({
    data: [
      { studyId, id: judge, pseudonym: "j-blind", kind: "judge", name: "a judge", model: "invented" },
      { studyId, id: person, pseudonym: "r-blind", kind: "human", name: "somebody else" },
    ],
  });
  const labels = study.itemIds.flatMap((itemId) =>
    [judge, person].flatMap((raterId) =>
      ["role", "group"].map((question) => ({
        studyId,
        roundId,
        itemId,
        raterId,
        question,
        value: question === "role" ? "TF" : "ROOT",
        derived: question === "group",
        origin: "imported" as const,
        rationale: SECRET,
        keyPhrase: SECRET,
        note: SECRET,
        confidence: "high",
        probability: 0.77,
        codebookVersion: 1,
      })),
    ),
  );
  await prisma().label.createMany({ data: labels });

  return async () => {
    await prisma().label.deleteMany({ where: { studyId, raterId: { in: [judge, person] } } });
    await prisma().rater.deleteMany({ where: { studyId, id: { in: [judge, person] } } });
  };
}

/** Everything that opening the page brings: its HTML, the payload for a client-side visit, and the claim's answer. */
async function seen(page: Page, slug: string): Promise<{ html: string; payload: string; claim: string }> {
  const claimed = page.waitForResponse((response) => response.url().endsWith("/slots/claim"));
  const html = (await (await page.goto(`/label/${slug}`))?.text()) ?? "";
  const claim = await (await claimed).text();
  const payload = await page.evaluate(async (path) => {
    const response = await fetch(path, { headers: { RSC: "1" } });
    return response.text();
  }, `/label/${slug}?_rsc=blind`);

  return { html: steady(html), payload: steady(payload), claim: steady(claim) };
}

/** Nonces, times, and the keys that Next draws anew for each answer aside. */
function steady(text: string): string {
  return text
    .replace(/nonce(\\?["']?)[=:]\1?\\?["'][A-Za-z0-9+/=]+\\?["']/g, "nonce")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replace(/"[\w-]{21}[vm]"/g, "key");
}

test("HTML, payload and claim are byte-equal with all other labels there and with them deleted", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(6), k: 3 });
  const page = await as(study.raters[0]);
  await seen(page, study.slug);
  const forget = await othersSay(study);
  const withOthers = await seen(page, study.slug);
  await forget();
  const without = await seen(page, study.slug);
  expect(JSON.parse(withOthers.claim.replace(/"time"/g, '"2031-01-01T00:00:00.000Z"')).slots).toHaveLength(6);
  expect(withOthers.claim).toBe(without.claim);
  expect(withOthers.html).toBe(without.html);
  expect(withOthers.payload).toBe(without.payload);
  expect(withOthers.html.length).toBeGreaterThan(5000);
  for (const text of Object.values(withOthers)) expect(text).not.toContain(SECRET);
});

test("the page carries nothing that is for judges: no UNSURE, no prompt", async ({ as }) => {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(2) });
  const page = await as(study.raters[0]);
  const { html, payload, claim } = await seen(page, study.slug);
  for (const text of [html, payload, claim]) expect(text).not.toContain("UNSURE");
});
