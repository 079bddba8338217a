import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { env, setEnv } from "@/lib/env";
import { disconnect, prisma } from "./client";
import { withBulk } from "./copy";
import { guardDisk } from "./disk-guard";
import { mapDatabaseError } from "./map-error";
import { migrate } from "./migrate";
import { type Places, placesAt, socketFolder } from "./supervisor/places";
import { joinEmbedded, stopEmbedded } from "./supervisor/supervisor";
import { killPostmaster, postmasterPid, withPlaces } from "./supervisor/testing";
import { withTransaction } from "./transaction";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };
const before = env().DATABASE_URL;

afterEach(async () => {
  await disconnect();
  setEnv({ DATABASE_URL: before });
});

async function serve(places: Places, watch = false) {
  const server = await joinEmbedded({ places, watch });
  await migrate(server.url);
  await disconnect();
  setEnv({ DATABASE_URL: server.url });
  return server;
}

const makeStudy = () => withTransaction(ctx, (tx) => tx.study.create({ data: { slug: randomUUID(), name: "kept" } }));

test("the database dies under load: 503 with a time to retry, and the first request after its return succeeds", async () => {
  await withPlaces(async (places) => {
    const first = await serve(places);
    const kept = await makeStudy();
    const running = Promise.allSettled(
      Array.from({ length: 6 }, () => withTransaction(ctx, (tx) => tx.$queryRaw`SELECT pg_sleep(20)::text`)),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await killPostmaster(places);
    for (const result of await running) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable", details: { retryAfter: 2 } } });
    }
    await expect(makeStudy()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await expect(withBulk(async () => undefined)).rejects.toMatchObject({ code: "unavailable" });
    const plain = await prisma()
      .study.count()
      .catch((error: unknown) => error);
    expect(mapDatabaseError(plain)).toMatchObject({ code: "unavailable" });
    const second = await joinEmbedded({ places });
    await makeStudy();
    expect(await prisma().study.count({ where: { id: kept.id } })).toBe(1);
    await disconnect();
    await first.release();
    await second.release();
  });
});

test("a backend that is ended from outside costs that request only", async () => {
  await withPlaces(async (places) => {
    const server = await serve(places);
    await expect(
      withTransaction(ctx, (tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`),
    ).rejects.toMatchObject({ code: "unavailable" });
    await makeStudy();
    await disconnect();
    await server.release();
  });
});

const canMount = process.platform === "linux" && process.getuid?.() === 0;

/** A disk of its own, in memory; `grow` is what freeing space looks like. Null where we may not mount. */
async function withSmallDisk(
  megabytes: number,
  fn: (places: Places, grow: () => void) => Promise<void>,
): Promise<boolean> {
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), "assay-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk], { stdio: "ignore" });
  } catch {
    fs.rmdirSync(disk);
    return false;
  }
  const places = placesAt(path.join(disk, "data"));
  try {
    await fn(places, () => execFileSync("mount", ["-o", "remount,size=600m", disk]));
  } finally {
    await stopEmbedded({ places, force: true }).catch(() => undefined);
    fs.rmSync(socketFolder(places), { recursive: true, force: true });
    execFileSync("umount", ["-l", disk]);
    fs.rmdirSync(disk);
  }
  return true;
}

const noise = () => randomBytes(15_000).toString("base64");

async function foundOf(slugs: string[]): Promise<number> {
  return prisma().study.count({ where: { slug: { in: slugs } } });
}

test.skipIf(!canMount)(
  "the disk fills up: 507 while reading goes on; with space again it goes on, without a restart",
  async ({ skip }) => {
    const ran = await withSmallDisk(200, async (places, grow) => {
      const server = await serve(places);
      const pid = postmasterPid(places);
      const acknowledged: string[] = [];
      const fill = async () => {
        for (;;) {
          const data = Array.from({ length: 40 }, () => ({ slug: randomUUID(), name: noise() }));
          await withTransaction(ctx, (tx) => tx.study.createMany({ data }));
          acknowledged.push(...data.map((row) => row.slug));
        }
      };
      await expect(fill()).rejects.toMatchObject({ code: "storage_full", status: 507 });
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(await foundOf(acknowledged)).toBe(acknowledged.length);
      async function* rows() {
        for (;;) yield [noise()];
      }
      await expect(withBulk((bulk) => bulk.stage("s", { a: "text" }, rows()))).rejects.toMatchObject({ status: 507 });
      grow();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await makeStudy();
      expect(postmasterPid(places)).toBe(pid);
      await disconnect();
      await server.release();
    });
    if (!ran) skip("no right to mount a small disk");
  },
);

test.skipIf(!canMount)(
  "somebody else fills the disk up to the last byte: the server comes back by itself, nothing is lost",
  async ({ skip }) => {
    const ran = await withSmallDisk(120, async (places, grow) => {
      const server = await serve(places, true);
      guardDisk(undefined);
      const acknowledged: string[] = [];
      await expect(
        (async () => {
          for (;;) {
            const data = Array.from({ length: 40 }, () => ({ slug: randomUUID(), name: noise() }));
            await withTransaction(ctx, (tx) => tx.study.createMany({ data }));
            acknowledged.push(...data.map((row) => row.slug));
          }
        })(),
      ).rejects.toMatchObject({ details: { retryAfter: expect.any(Number) } });
      grow();
      await expect.poll(() => foundOf(acknowledged).catch(() => -1), { timeout: 30_000 }).toBe(acknowledged.length);
      await makeStudy();
      await disconnect();
      await server.release();
    });
    if (!ran) skip("no right to mount a small disk");
  },
);
