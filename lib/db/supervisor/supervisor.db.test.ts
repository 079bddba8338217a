import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findServer } from "./adopt";
import { ensureServer } from "./ensure-server";
import { isAlive, readPidFile } from "./pid-file";
import { makeDataFolder, socketFolder } from "./places";
import { embeddedStatus, joinEmbedded, stopEmbedded } from "./supervisor";
import { ask, client, killPostmaster, postmasterPid, withPlaces } from "./testing";

test("UTF-8, built-in C.UTF-8, durable, not root, in its own session, without groups, without a TCP port", async () => {
  await withPlaces(async (places) => {
    const server = await joinEmbedded({ places });
    expect(server.started).toBe(true);
    const [row] = await ask(
      places,
      `SELECT upper('é') AS upper, '🙂' AS smile, current_setting('server_encoding') AS encoding,
         current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
         current_setting('synchronous_commit') AS sync, current_setting('data_checksums') AS sums,
         current_setting('listen_addresses') AS tcp, current_setting('TimeZone') AS zone,
         (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = 'assay') AS locale`,
    );
    expect(row).toEqual({
      ...{ upper: "É", smile: "🙂", encoding: "UTF8", fsync: "on", pages: "on", sync: "on", sums: "on" },
      ...{ tcp: "", zone: "UTC", locale: "bC.UTF-8" },
    });
    const folder = fs.statSync(socketFolder(places));
    expect(folder.mode & 0o777).toBe(0o700);
    if (process.platform === "linux") inspectProcess(postmasterPid(places));
    await server.release();
  }, true);
});

function inspectProcess(pid: number): void {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  expect(status).not.toMatch(/^Uid:\s+0/m);
  if (process.getuid?.() === 0) expect(status).toMatch(/^Groups:\s*$/m);
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  expect(fields[3]).toBe(String(pid)); // session
  const inodes = fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const target = fs.readlinkSync(`/proc/${pid}/fd/${fd}`);
    return /socket:\[(\d+)\]/.exec(target)?.[1] ?? [];
  });
  expect(inodes.length).toBeGreaterThan(0);
  const tcp = ["tcp", "tcp6"].flatMap((name) =>
    fs.existsSync(`/proc/${pid}/net/${name}`) ? fs.readFileSync(`/proc/${pid}/net/${name}`, "utf8").split("\n") : [],
  );
  expect(tcp.filter((line) => inodes.includes(line.trim().split(/\s+/)[9] ?? ""))).toEqual([]);
}

test("the second to come adopts it, the last to leave stops it", async () => {
  await withPlaces(async (places) => {
    const first = await joinEmbedded({ places });
    const pid = postmasterPid(places);
    const second = await joinEmbedded({ places });
    expect(second.started).toBe(false);
    expect(second.url).toBe(first.url);
    await first.release();
    expect(await embeddedStatus(places)).toMatchObject({ running: true, pid, clients: 1 });
    await expect(stopEmbedded({ places })).rejects.toThrow("in use (1 connection)");
    await second.release();
    expect(isAlive(pid)).toBe(false);
    expect(readPidFile(places.pg)).toBeNull();
    expect(await embeddedStatus(places)).toMatchObject({ running: false });
    expect(await stopEmbedded({ places })).toBe(false);
  });
});

test("five starts at once on an empty folder, without the lock file: one server, one set of data", async () => {
  await withPlaces(async (places) => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => ensureServer(places, "test")));
    const identifiers = await Promise.all(
      all.map(async ({ client: open }) => {
        const { rows } = await open.query(
          "SELECT system_identifier::text AS id, pg_postmaster_start_time() AS at FROM pg_control_system()",
        );
        await open.end();
        return JSON.stringify(rows);
      }),
    );
    expect(new Set(identifiers).size).toBe(1);
    expect(fs.readdirSync(places.data).filter((name) => name.includes("making"))).toEqual([]);
  }, true);
});

test("kill -9 of the postmaster with clients at work: the next start waits for its backends and recovers", async () => {
  await withPlaces(async (places) => {
    await joinEmbedded({ places });
    const busy = await client(places);
    await busy.query("CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)");
    const sleeping = busy.query("SELECT pg_sleep(60)").catch((error: Error) => error);
    await killPostmaster(places);
    const before = readPidFile(places.pg);
    expect(before).not.toBeNull();
    const again = await joinEmbedded({ places });
    expect(again.started).toBe(true);
    expect(await ask(places, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
    expect(await sleeping).toBeInstanceOf(Error);
    await again.release();
  });
});

test("with watch, a server that dies is started again", async () => {
  await withPlaces(async (places) => {
    const server = await joinEmbedded({ places, watch: true });
    const old = postmasterPid(places);
    await killPostmaster(places);
    while ((readPidFile(places.pg)?.pid ?? old) === old) await new Promise((resolve) => setTimeout(resolve, 20));
    await expect
      .poll(() => ask(places, "SELECT 1 AS one").catch(() => null), { timeout: 10_000 })
      .toEqual([{ one: 1 }]);
    await server.release();
  });
});

test("data of another major version is refused untouched", async () => {
  await withPlaces(async (places) => {
    makeDataFolder(places);
    fs.mkdirSync(places.pg, { mode: 0o700 });
    fs.writeFileSync(path.join(places.pg, "PG_VERSION"), "15\n");
    await expect(joinEmbedded({ places })).rejects.toThrow(/PostgreSQL 15; this Assay brings PostgreSQL 18/);
    expect(fs.readdirSync(places.pg)).toEqual(["PG_VERSION"]);
  }, true);
});

test("a socket folder that others may enter is refused", async () => {
  await withPlaces(async (places) => {
    makeDataFolder(places);
    const folder = socketFolder(places);
    fs.chmodSync(folder, 0o755);
    await expect(joinEmbedded({ places })).rejects.toThrow("is not a private folder");
    fs.chmodSync(folder, 0o700);
  });
});

test("a server on other data is never adopted", async () => {
  await withPlaces(async (places) => {
    // Of the same template, so that the system identifiers are equal and only the folder tells them apart.
    await withPlaces(async (stranger) => {
      await (await joinEmbedded({ places })).release();
      await joinEmbedded({ places: stranger });
      const file = fs.readFileSync(path.join(stranger.pg, "postmaster.pid"), "utf8");
      fs.writeFileSync(path.join(places.pg, "postmaster.pid"), file);
      await expect(findServer(places, "test")).rejects.toThrow("A server that is not ours answers");
      fs.rmSync(path.join(places.pg, "postmaster.pid"));
    });
  });
});
