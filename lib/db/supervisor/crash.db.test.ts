import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { assertDurable } from "./adopt";
import { serverBinaries } from "./binaries";
import { isAlive, readPidFile } from "./pid-file";
import { type Places, socketFolder } from "./places";
import { joinEmbedded } from "./supervisor";
import { ask, client, killPostmaster, postmasterPid, withPlaces } from "./testing";

function spawnAsServer({ account }: Places, file: string, args: string[]): ChildProcess {
  return spawn(file, args, { cwd: "/", stdio: "ignore", ...(account ?? {}) });
}

test("a pid file that names a live process of somebody else: the server starts, the other lives", async () => {
  await withPlaces(async (places) => {
    const first = await joinEmbedded({ places });
    await ask(places, "CREATE TABLE kept (n int)");
    const file = path.join(places.pg, "postmaster.pid");
    const lines = fs.readFileSync(file, "utf8").split("\n");
    await killPostmaster(places);
    await first.release();
    const other = spawnAsServer(places, "/bin/sleep", ["600"]);
    await once(other, "spawn");
    fs.writeFileSync(file, [other.pid, ...lines.slice(1)].join("\n"));
    const second = await joinEmbedded({ places });
    expect(await ask(places, "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 0 }]);
    expect(postmasterPid(places)).not.toBe(other.pid);
    expect(isAlive(other.pid!)).toBe(true);
    await second.release();
    other.kill();
  });
});

test("kill -9 of the server while four clients write: no acknowledged row is lost", async () => {
  await withPlaces(async (places) => {
    const server = await joinEmbedded({ places, watch: true });
    await ask(places, "CREATE TABLE label (id uuid PRIMARY KEY)");
    const acknowledged: string[] = [];
    let writing = true;
    const write = async () => {
      while (writing) {
        try {
          const open = await client(places);
          while (writing) {
            const id = crypto.randomUUID();
            await open.query("INSERT INTO label VALUES ($1)", [id]);
            acknowledged.push(id);
          }
          await open.end();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      }
    };
    const writers = [write(), write(), write(), write()];
    for (let round = 0; round < 4; round += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
      await killPostmaster(places);
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
    writing = false;
    await Promise.all(writers);
    const found = new Set((await ask<{ id: string }>(places, "SELECT id FROM label")).map((row) => row.id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    await server.release();
  });
});

test("a running server with fsync off is not adopted", async () => {
  await withPlaces(async (places) => {
    await (await joinEmbedded({ places })).release();
    const postgres = path.join(serverBinaries(places), "bin/postgres");
    const careless = ["-D", places.pg, "-c", `unix_socket_directories=${socketFolder(places)}`, "-c", "fsync=off"];
    const server = spawnAsServer(places, postgres, [...careless, "-c", "listen_addresses="]);
    await expect.poll(() => readPidFile(places.pg)?.socketFolder, { timeout: 30_000 }).toBe(socketFolder(places));
    await expect.poll(() => client(places).then((open) => open.end(), String), { timeout: 30_000 }).toBeUndefined();
    await expect(joinEmbedded({ places })).rejects.toThrow("runs with fsync off");
    server.kill("SIGINT");
    await once(server, "exit");
  });
});

test("a database that commits without waiting is refused", async () => {
  await withPlaces(async (places) => {
    const server = await joinEmbedded({ places });
    await ask(places, "ALTER DATABASE assay SET synchronous_commit = off");
    const open = await client(places);
    await expect(assertDurable(open)).rejects.toThrow("synchronous_commit off");
    await open.end();
    await server.release();
  });
});
