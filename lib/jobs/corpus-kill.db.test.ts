import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { disconnect, prisma } from "@/lib/db/client";
import { childEnv, env, projectRoot } from "@/lib/env";
import { queueDocuments } from "@/lib/imports/queue-documents";
import { readImport } from "@/lib/imports/read-import";
import { tei } from "@/lib/imports/test-papers";
import { command, newStudy } from "@/lib/imports/test-study";

const PAPERS = 150;
const SENTENCES = 300;
const KILLS = 3;
const outfile = path.join(projectRoot(), ".cache/test", `corpus-worker-${process.pid}.mjs`);
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  fs.rmSync(outfile, { force: true });
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
  await disconnect();
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [outfile, env().DATABASE_URL ?? "", "2"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: childEnv({}),
  });
  children.push(child);
  await once(child.stdout ?? child, "data");

  return child;
}

/** A lease of two seconds, and the next try at once, for the job that a killed process had. */
async function hurry(): Promise<void> {
  await prisma().$executeRaw`
    UPDATE pgboss.job SET expire_in = interval '2 seconds', retry_delay = 0, retry_backoff = false, retry_limit = 20,
      start_after = now() WHERE name = 'corpus.read'`;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test("killed again and again while reading: nothing of it is stored, and whoever takes it up stores all of it once", async () => {
  await build({
    entryPoints: [path.join(projectRoot(), "lib/jobs/test-corpus-worker.ts")],
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile, logLevel: "error" },
  });
  const studyId = await newStudy("citation-role");
  const text = (paper: number) =>
    Array.from({ length: SENTENCES }, (_, i) => `In paper ${paper} we extend [1] for the time ${i}.`).join(" ");
  const files = Array.from({ length: PAPERS }, (_, i) => ({
    name: `p${i}.xml`,
    bytes: bytesOf(tei(`Paper ${i}`, ["Old work"], text(i))),
  }));
  const { importId } = await queueDocuments(command, { studyId, files });
  await hurry();
  const look = async () => {
    const row = await prisma().import.findUniqueOrThrow({ where: { studyId_id: { studyId, id: importId } } });
    return { state: row.state, bytes: Number(row.bytes) };
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await prisma().import.update({ where: { studyId_id: { studyId, id: importId } }, data: { bytes: 0 } });
    const child = await startWorker();
    await expect.poll(async () => (await look()).bytes, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    await sleep(100 * kill);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect((await readImport(command, { studyId, importId })).state).toBe("queued");
    expect(await prisma().item.count({ where: { studyId } })).toBe(0);
    expect(await prisma().stagedFile.count({ where: { studyId } })).toBe(PAPERS);
    await hurry();
  }
  await startWorker();
  await expect.poll(async () => (await look()).state, { timeout: 120_000, interval: 200 }).toBe("done");
  const view = await readImport(command, { studyId, importId });
  // Each sentence cites once, and each window is another.
  expect(view).toMatchObject({ rows: PAPERS, added: PAPERS * SENTENCES, unchanged: 0, faultCount: 0 });
  expect(await prisma().item.count({ where: { studyId } })).toBe(PAPERS * SENTENCES);
  expect(await prisma().stagedPiece.count({ where: { studyId } })).toBe(0);
}, 400_000);
