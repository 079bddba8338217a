import { randomBytes, randomUUID } from "node:crypto";
import { type APIRequestContext, request as requests } from "@playwright/test";
import { expect, signIn, test } from "@/e2e/fixtures/test";
import { changeInvitation } from "@/lib/campaigns/change-invitation";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";
import { SEED_TEXTS, seedCampaign, seedPapers } from "@/prisma/seed/seed-campaign";
import { seedUser } from "@/prisma/seed/seed-user";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };
const origin = () => ({ Origin: process.env.ASSAY_E2E_URL ?? "" });

async function newStudy() {
  const slug = `camp-${randomBytes(5).toString("hex")}`;
  const { studyId } = await createStudy(command, { slug, name: slug, codebook: { builtIn: "citation-role" } });
  const people = ["ida", "omar", "sena"].map((name) => ({
    email: `${name}-${slug}@uni.invalid`,
    name: `${name} of ${slug}`,
  }));

  return { slug, studyId, people };
}

async function browserOf(): Promise<APIRequestContext> {
  return requests.newContext({ baseURL: process.env.ASSAY_E2E_URL ?? "", extraHTTPHeaders: origin() });
}

test("a link becomes a cookie of the author's pages alone; reading changes nothing; a body brings no link", async () => {
  const { studyId, people } = await newStudy();
  const { tokens } = await seedCampaign(command, studyId, people);
  const token = tokens[people[0]?.email ?? ""] ?? "";
  const author = await browserOf();
  const exchanged = await author.post("/api/v1/endorse/exchange", { data: { token } });
  expect(exchanged.status()).toBe(200);
  expect(await exchanged.json()).toEqual({ closed: false });
  const cookies = exchanged.headersArray().filter((header) => header.name.toLowerCase() === "set-cookie");
  expect(cookies.map((header) => /Path=([^;]+)/.exec(header.value)?.[1]).sort()).toEqual([
    "/api/v1/endorse",
    "/endorse",
  ]);
  for (const { value } of cookies) expect(value).toMatch(/HttpOnly; SameSite=Strict/);
  const before = await prisma().invitation.findMany({ where: { studyId }, orderBy: { id: "asc" } });
  const view = await author.get("/api/v1/endorse");
  expect(view.headers()["cache-control"]).toContain("no-store");
  expect(await view.json()).toMatchObject({ stage: "consent", papers: [{ references: [] }, { references: [] }] });
  expect((await author.head("/api/v1/endorse")).status()).toBe(200);
  expect((await author.get("/api/v1/endorse/exchange")).status()).toBe(405);
  expect(await prisma().invitation.findMany({ where: { studyId }, orderBy: { id: "asc" } })).toEqual(before);
  expect(
    (await author.post("/api/v1/endorse/decline", { data: { token, opId: randomUUID(), revision: 0 } })).status(),
  ).toBe(400);
  const foreign = { headers: { Origin: "https://elsewhere.invalid" }, data: { opId: randomUUID(), revision: 0 } };
  expect((await author.post("/api/v1/endorse/decline", foreign)).status()).toBe(403);
  expect((await author.post("/api/v1/endorse/opened", { data: {} })).status()).toBe(200);
  expect((await author.post("/api/v1/endorse/leave", { data: {} })).status()).toBe(200);
  expect((await author.get("/api/v1/endorse")).status()).toBe(404);
  await author.dispose();
});

test("an author agrees, answers, submits and sees it again on another device; a revoked link opens nothing", async () => {
  const { studyId, people } = await newStudy();
  const { tokens, campaignId, invitations } = await seedCampaign(command, studyId, people);
  const token = tokens[people[0]?.email ?? ""] ?? "";
  const phone = await browserOf();
  await phone.post("/api/v1/endorse/exchange", { data: { token } });
  const start = await (await phone.get("/api/v1/endorse")).json();
  const send = async (path: string, revision: number, data: object) =>
    phone.post(`/api/v1/endorse/${path}`, { data: { opId: randomUUID(), revision, ...data } });
  const { consent, information } = start.texts.en;
  const agreed = await send("consent", 0, {
    ...{ agree: true, identityConfirmed: true, publishIdentity: true, language: "en" },
    ...{ consentHash: consent.sha256, informationHash: information.sha256 },
  });
  expect(await agreed.json()).toMatchObject({ revision: 1 });
  const { focalId } = start.papers[0];
  expect((await send("answers", 1, { focalId, n: 2, value: "yes" })).status()).toBe(200);
  const typed = await phone.post("/api/v1/endorse/suggestions", { data: { focalId, text: "theory of brow" } });
  expect((await typed.json()).works[0]).toMatchObject({ title: "A theory of browsing", from: "list" });
  const stale = await send("answers", 1, { focalId, n: 2, value: null });
  expect(stale.status()).toBe(409);
  expect(await stale.json()).toMatchObject({ revision: 2, current: { n: 2, value: "yes" } });
  expect((await send("submit", 2, { confirm: true })).status()).toBe(200);
  const laptop = await browserOf();
  await laptop.post("/api/v1/endorse/exchange", { data: { token } });
  expect(await (await laptop.get("/api/v1/endorse")).json()).toMatchObject({ stage: "submitted", answers: [{ n: 2 }] });
  const invitationId = invitations.find((row) => row.email === people[0]?.email)?.invitationId;
  await changeInvitation(command, { studyId, campaignId, invitationId, action: "revoke" });
  const refusals = new Set<string>();
  for (const wrong of [token, "A".repeat(43), "", `${token}x`]) {
    const answer = await laptop.post("/api/v1/endorse/exchange", { data: { token: wrong } });
    const { requestId: _, ...body } = await answer.json();
    refusals.add(`${answer.status()} ${JSON.stringify(body)}`);
  }
  expect(refusals.size).toBe(1);
  expect((await laptop.get("/api/v1/endorse")).status()).toBe(404);
  await phone.dispose();
  await laptop.dispose();
});

test("a researcher makes a campaign over HTTP; raters and strangers reach none of it", async ({ browser, baseURL }) => {
  const { slug, studyId, people } = await newStudy();
  const open = async (role: "researcher" | "rater", of: string) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: origin() });
    await signIn(context, await seedUser({ roles: [{ studyId: of, role }] }));

    return context;
  };
  const researcher = await open("researcher", studyId);
  const base = `/api/v1/studies/${slug}/campaigns`;
  const made = await researcher.request.post(base, { data: { name: "Roots", contact: "x", texts: SEED_TEXTS } });
  const { campaignId } = await made.json();
  const one = `${base}/${campaignId}`;
  const file = seedPapers(people)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
  const put = (data: string) =>
    researcher.request.post(`${one}/papers?file=papers.jsonl`, {
      data,
      headers: { "Content-Type": "application/octet-stream" },
    });
  const refused = await put(`${file}{"title":"no id"}\n`);
  expect(refused.status()).toBe(422);
  expect(await refused.json()).toMatchObject({
    total: 1,
    faults: [{ file: "papers.jsonl", line: 4, column: "focal_corpusid" }],
  });
  expect(await (await put(file)).json()).toMatchObject({ papers: 3, references: 61, people: 3 });
  expect((await researcher.request.patch(one, { data: { reminderDays: [5] } })).status()).toBe(200);
  expect((await researcher.request.post(`${one}/state`, { data: { state: "open" } })).status()).toBe(200);
  expect((await researcher.request.patch(one, { data: { collects: {} } })).status()).toBe(409);
  expect((await (await researcher.request.post(`${one}/invitations`, { data: {} })).json()).made).toHaveLength(3);
  const csv = await researcher.request.post(`${one}/invitations/csv`, { data: {} });
  expect(csv.headers()["content-disposition"]).toContain("invitations-roots.csv");
  const reads = [
    "",
    "/papers",
    "/invitations",
    "/funnel",
    "/rates",
    "/review",
    "/review/agreement",
    "/pairs",
    "/cross-layer?universe=a",
  ];
  for (const path of reads)
    expect([path, (await researcher.request.get(`${one}${path}`)).status()]).toEqual([path, 200]);
  expect((await researcher.request.get(`${one}/cross-layer`)).status()).toBe(400);
  const rater = await open("rater", studyId);
  const stranger = await open("researcher", (await newStudy()).studyId);
  for (const path of reads) {
    expect([path, (await rater.request.get(`${one}${path}`)).status()]).toEqual([path, 403]);
    expect([path, (await stranger.request.get(`${one}${path}`)).status()]).toEqual([path, 404]);
  }
  const other = `/api/v1/studies/${(await newStudy()).slug}/campaigns/${campaignId}`;
  expect((await researcher.request.get(other)).status()).toBe(404);
  for (const context of [researcher, rater, stranger]) await context.close();
});
