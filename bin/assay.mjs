#!/usr/bin/env node
// Plain JavaScript, so that it runs from a fresh clone: bundles bin/main.ts on first use, keyed by the sources' hash,
// and runs the bundle. (tsx would take three times as long at each start.)
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..");
const SOURCES = ["bin", "lib", "prisma/seed"];
const FILES = ["package.json", "prisma/schema.prisma", "tsconfig.json"];

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Assay needs Node 20.19 or later; this is ${process.versions.node}.`);
if (!fs.existsSync(path.join(root, "node_modules/next"))) stop("Assay is not installed yet: run `npm ci` first.");

function* sourceFiles(folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (name !== "lib/db/generated") yield* sourceFiles(name);
    } else if (/\.(ts|tsx|mjs|json|yaml|yml)$/.test(name) && !name.includes(".test.")) yield name;
  }
}

// Size and time of each file: some hundred stats, a few milliseconds.
function sourceKey() {
  const hash = createHash("sha256").update(`${process.versions.node} ${root}`);
  const folders = SOURCES.filter((folder) => fs.existsSync(path.join(root, folder)));
  for (const name of [...FILES, ...folders.flatMap((folder) => [...sourceFiles(folder)].sort())]) {
    const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
    hash.update(`${name} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Where the bundle may go: beside the packages it imports, else in a private temporary folder with a link to them. */
function cacheFolder() {
  const candidates = [path.join(root, ".cache/assay"), path.join(root, "node_modules/.cache/assay")];
  for (const folder of candidates) {
    try {
      fs.mkdirSync(folder, { recursive: true });
      fs.accessSync(folder, fs.constants.W_OK);
      return folder;
    } catch {
      // Read-only, or another user's: the next one.
    }
  }
  const user = process.getuid?.() ?? os.userInfo().username;
  const folder = path.join(
    os.tmpdir(),
    `assay-bundle-${user}-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`,
  );
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(folder);
  if (process.getuid && (!stat.isDirectory() || stat.uid !== process.getuid()))
    stop(`${folder} is not ours. Remove it.`);
  const link = path.join(folder, "node_modules");
  if (!fs.existsSync(link)) fs.symlinkSync(path.join(root, "node_modules"), link, "junction");
  return folder;
}

async function bundle(folder, key) {
  const { generate } = await import(pathToFileURL(path.join(root, "scripts/generate.mjs")).href);
  await generate();
  const { build, stop: endService } = await import("esbuild");
  const making = path.join(folder, `${key}.${process.pid}`);
  await build({
    entryPoints: [path.join(root, "bin/main.ts")],
    outdir: making,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    jsx: "automatic",
    sourcemap: "linked",
    outExtension: { ".js": ".mjs" },
    alias: { "@": root, "server-only": path.join(root, "scripts/empty-module.ts") },
    loader: { ".yaml": "text", ".yml": "text" },
    logLevel: "error",
  });
  await endService(); // Its process would otherwise stay as long as ours.
  try {
    fs.renameSync(making, path.join(folder, key));
  } catch {
    fs.rmSync(making, { recursive: true, force: true }); // Another process was first.
  }
  for (const name of fs.readdirSync(folder)) {
    const old = path.join(folder, name);
    if (name === key || name === "node_modules") continue;
    const stat = fs.statSync(old, { throwIfNoEntry: false }); // Gone where another process was first.
    if (stat && Date.now() - stat.mtimeMs > 3_600_000) fs.rmSync(old, { recursive: true, force: true });
  }
}

const folder = cacheFolder();
const key = sourceKey();
const entry = path.join(folder, key, "main.mjs");
if (!fs.existsSync(entry)) await bundle(folder, key);
process.env.ASSAY_ROOT = root;
const { main } = await import(pathToFileURL(entry).href);
process.exitCode = await main(process.argv.slice(2));
