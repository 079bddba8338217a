// Makes lib/db/generated from prisma/schema.prisma when that has changed. The Prisma CLI would first download a schema
// engine that `generate` does not use; /bin/true stands in for it, here and nowhere else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "..");
const out = path.join(root, "lib/db/generated");
const stamp = path.join(out, "schema.sha256");
const lock = path.join(root, "node_modules/.assay-generate.lock");

function wanted() {
  const cli = fs.readFileSync(path.join(root, "node_modules/prisma/package.json"), "utf8");
  const hash = createHash("sha256").update(JSON.parse(cli).version);
  return hash.update(fs.readFileSync(path.join(root, "prisma/schema.prisma"))).digest("hex");
}

function isFresh(hash) {
  return fs.existsSync(path.join(out, "client.ts")) && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hash;
}

async function takeLock() {
  for (let waited = 0; ; waited += 200) {
    try {
      fs.mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") return; // A read-only node_modules: nobody else can generate either.
      const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > 60_000 || waited > 60_000) fs.rmSync(lock, { recursive: true, force: true });
      else await sleep(200);
    }
  }
}

/** Returns whether anything had to be made. */
export async function generate() {
  if (isFresh(wanted())) return false;
  await takeLock();
  try {
    const hash = wanted();
    if (isFresh(hash)) return false;
    fs.rmSync(stamp, { force: true });
    const cli = path.join(root, "node_modules/prisma/build/index.js");
    const run = spawnSync(process.execPath, [cli, "generate", "--no-hints"], {
      cwd: root,
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: stub(),
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      },
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`);
    fs.writeFileSync(stamp, hash);
    return true;
  } finally {
    fs.rmSync(lock, { recursive: true, force: true });
  }
}

function stub() {
  if (process.platform === "win32") return process.execPath;
  return fs.existsSync("/bin/true") ? "/bin/true" : "/usr/bin/true";
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  await generate();
}
