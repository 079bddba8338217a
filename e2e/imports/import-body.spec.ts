import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect, signIn, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";
import { seedUser } from "@/prisma/seed/seed-user";

async function studyWithResearcher() {
  const slug = `body-${randomUUID().slice(0, 8)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: "Body study", codebook: { builtIn: "citation-role" } });
  const researcher = await seedUser({ roles: [{ studyId, role: "researcher" }] });

  return { slug, studyId, researcher };
}

function line(i: number): string {
  const text = `${"A sentence of a paper that says little. ".repeat(24)}See [REF_TARGET], number ${i}.`;

  return `${JSON.stringify({ context_id: `c${i}`, focal_corpusid: i % 500, context_text: text })}\n`;
}

function head(size: number, importId = randomUUID()): string {
  return `${JSON.stringify({ kind: "items", importId, files: [{ name: "big.jsonl", size }] })}\n`;
}

const type = "application/vnd.assay.import";

test("a body that breaks off is refused with how much arrived; nothing is stored", async ({ browser, baseURL }) => {
  const { slug, studyId, researcher } = await studyWithResearcher();
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signIn(context, researcher);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const url = new URL(baseURL ?? "");
  const text = Array.from({ length: 50 }, (_, i) => line(i)).join("");
  const importId = randomUUID();
  const start = head(text.length + 1000, importId);
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => undefined);
  const length = Buffer.byteLength(start) + text.length + 1000;
  socket.write(
    `POST /api/v1/studies/${slug}/imports HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\nCookie: ${cookies}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${start}${text}`,
  );
  await expect
    .poll(() => prisma().import.count({ where: { studyId, state: "running", bytes: { gt: 0 } } }), { timeout: 20_000 })
    .toBe(1);
  socket.destroy();
  const row = () => prisma().import.findUnique({ where: { studyId_id: { studyId, id: importId } } });
  await expect.poll(async () => (await row())?.state, { timeout: 20_000 }).toBe("refused");
  expect(JSON.stringify((await row())?.faults)).toContain(`${text.length} of ${text.length + 1000} bytes arrived`);
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  await context.close();
});

test("what is no import, or is compressed, is refused before anything is read", async ({ browser, baseURL }) => {
  const { slug, studyId, researcher } = await studyWithResearcher();
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signIn(context, researcher);
  const post = async (headers: Record<string, string>, data: string) =>
    (
      await context.request.post(`/api/v1/studies/${slug}/imports`, {
        headers: { Origin: baseURL ?? "", ...headers },
        data,
      })
    ).status();
  expect(await post({ "Content-Type": "text/csv" }, "a,b\n")).toBe(415);
  expect(await post({ "Content-Type": type, "Content-Encoding": "gzip" }, "x")).toBe(415);
  expect(await post({ "Content-Type": type }, "no json\n")).toBe(400);
  expect(await post({ "Content-Type": type }, `${head(100)}short`)).toBe(400);
  const faulty = '{"context_id":"c1"}\n';
  const answer = await context.request.post(`/api/v1/studies/${slug}/imports`, {
    headers: { "Content-Type": type, Origin: baseURL ?? "" },
    data: `${head(faulty.length)}${faulty}`,
  });
  expect(answer.status()).toBe(422);
  expect(await answer.json()).toMatchObject({
    total: 1,
    faults: [{ file: "big.jsonl", line: 1, column: "context_text" }],
  });
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  await context.close();
});
