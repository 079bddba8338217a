import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "@/e2e/fixtures/test";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { IMPORT_MEDIA_TYPE } from "@/lib/imports/wire";
import { createStudy } from "@/lib/studies/create-study";
import { seedUser } from "@/prisma/seed/seed-user";
import { signInAt } from "./rater-client";

const command = { actor: { kind: "command" as const }, requestId: "e2e" };
const baseURL = process.env.ASSAY_E2E_URL ?? "";
const ROWS = 36_000;

async function setting(url: string) {
  const slug = `big-${randomUUID().slice(0, 8)}`;
  const { studyId } = await createStudy(command, { slug, name: "Big", codebook: { builtIn: "citation-role" } });
  const person = await seedUser({ roles: [{ studyId, role: "researcher" }] });

  return { slug, studyId, cookie: await signInAt(url, person) };
}

/** Texts of several scripts and lengths, so that no cut at a byte or a chunk goes unnoticed. */
function textOf(i: number): string {
  const tail = ["plain words", "Überprüfung", "検証された", "точность", "🧪 assay", "naïve café"][i % 6];

  return `Passage ${i} reads [REF_TARGET] closely. ${`${tail} `.repeat(30 + (i % 47))}`;
}

const lineOf = (i: number) =>
  `${JSON.stringify({ context_id: `c${i}`, focal_corpusid: String(i % 700), context_text: textOf(i) })}\n`;

function headOf(importId: string, size: number): string {
  return `${JSON.stringify({ kind: "items", importId, files: [{ name: "big.jsonl", size }] })}\n`;
}

function* body(head: string): Generator<string> {
  yield head;
  for (let i = 0; i < ROWS; i += 1) yield lineOf(i);
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

test("more than 30 MB, streamed over HTTP, arrive whole: every key and every text", async () => {
  test.setTimeout(240_000);
  const { slug, studyId, cookie } = await setting(baseURL);
  let size = 0;
  const sums: string[] = [];
  for (let i = 0; i < ROWS; i += 1) {
    size += Buffer.byteLength(lineOf(i));
    sums.push(md5(`c${i} ${textOf(i)}`));
  }
  expect(size).toBeGreaterThan(30_000_000);
  const head = headOf(uuid7(), size);
  const request = http.request(`${baseURL}/api/v1/studies/${slug}/imports`, {
    method: "POST",
    headers: {
      Origin: baseURL,
      Cookie: cookie,
      "Content-Type": IMPORT_MEDIA_TYPE,
      "Content-Length": size + Buffer.byteLength(head),
    },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  await pipeline(Readable.from(body(head)), request);
  const answer = await answered;
  const text = await new Response(Readable.toWeb(answer) as ReadableStream).text();
  expect(answer.statusCode, text).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ state: "done", added: ROWS, rows: ROWS, bytes: size, faultCount: 0 });
  const stored = await prisma().$queryRaw<{ sum: string }[]>`
    SELECT md5(key || ' ' || (content ->> 'context_text')) AS sum FROM "Item" WHERE "studyId" = ${studyId}::uuid`;
  expect(stored).toHaveLength(ROWS);
  expect(
    md5(
      stored
        .map((row) => row.sum)
        .sort()
        .join(),
    ),
  ).toBe(md5(sums.sort().join()));
});

for (const [how, end] of [
  ["the sender closes its side early", "half"],
  ["the connection breaks", "both"],
] as const) {
  test(`a body shorter than its Content-Length is refused, nothing is stored: ${how}`, async () => {
    const { slug, studyId, cookie } = await setting(baseURL);
    const importId = uuid7();
    const file = Array.from({ length: 400 }, (_, i) => lineOf(i)).join("");
    const size = Buffer.byteLength(file);
    const head = headOf(importId, size + 5000);
    const { host, hostname, port, origin } = new URL(baseURL);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let said = "";
    socket.on("data", (part) => {
      said += part;
    });
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/v1/studies/${slug}/imports HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: ${IMPORT_MEDIA_TYPE}\r\nContent-Length: ${Buffer.byteLength(head) + size + 5000}\r\n\r\n${head}${file}`,
    );
    const row = () => prisma().import.findUnique({ where: { studyId_id: { studyId, id: importId } } });
    await expect.poll(async () => Number((await row())?.bytes ?? 0), { timeout: 30_000 }).toBeGreaterThan(0);
    if (end === "half") socket.end();
    else socket.destroy();
    await expect.poll(async () => (await row())?.state, { timeout: 30_000 }).toBe("refused");
    expect(JSON.stringify((await row())?.faults)).toContain(`${size} of ${size + 5000} bytes arrived`);
    expect(await prisma().item.count({ where: { studyId } })).toBe(0);
    expect(said).not.toContain("HTTP/1.1 200");
    socket.destroy();
  });
}
