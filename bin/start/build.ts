import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { withLockFile } from "@/lib/db/supervisor/lock-file";
import { childEnv, projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";

const FILES = [
  ...["package.json", "package-lock.json", "next.config.mjs", "postcss.config.mjs", "tsconfig.json"],
  ...["proxy.ts", "instrumentation.ts", "instrumentation-client.ts", "prisma/schema.prisma"],
];
const FOLDERS = ["app", "components", "lib", "public"];
const TEN_MINUTES = 600_000;

function* filesIn(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!file.endsWith(path.join("lib", "db", "generated"))) yield* filesIn(file);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield file;
  }
}

/** What the production build is made from, as one hash. Tests and the generated client are left out. */
export function sourceHash(root = projectRoot()): string {
  const folders = FOLDERS.map((name) => path.join(root, name)).filter((folder) => fs.existsSync(folder));
  const files = [
    ...FILES.map((name) => path.join(root, name)).filter((file) => fs.existsSync(file)),
    ...folders.flatMap((folder) => [...filesIn(folder)].sort()),
  ];
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const file of files) {
    const content = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
    hash.update(`${path.relative(root, file)} ${content}\n`);
  }
  return hash.digest("hex");
}

function stampFile(root: string): string {
  return path.join(root, ".next/assay-source-hash");
}

export function isBuilt(root = projectRoot()): boolean {
  const stamp = stampFile(root);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === sourceHash(root);
}

/** Builds for production where the sources differ from those of the last build. Answers whether it did. */
export async function buildIfStale(say: (text: string) => void, force = false): Promise<boolean> {
  const root = projectRoot();
  if (!force && isBuilt(root)) return false;
  return withLockFile(path.join(root, "node_modules/.assay-build.lock"), () => build(root, say, force), TEN_MINUTES);
}

async function build(root: string, say: (text: string) => void, force: boolean): Promise<boolean> {
  const hash = sourceHash(root);
  if (!force && isBuilt(root)) return false; // Another process was first.
  say("Building the studio (about a minute; once for each version) …");
  const { generate } = await import(pathToFileURL(path.join(root, "scripts/generate.mjs")).href);
  await generate();
  fs.rmSync(stampFile(root), { force: true });
  await runNextBuild(root);
  fs.writeFileSync(stampFile(root), hash);
  return true;
}

/** In a process of its own: it needs no database and no secret, and its memory is freed afterwards. */
async function runNextBuild(root: string): Promise<void> {
  const nothing = { DATABASE_URL: undefined, NEXTAUTH_SECRET: undefined, NEXTAUTH_URL: undefined };
  const child = spawn(process.execPath, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    cwd: root,
    env: childEnv({ ...nothing, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new ServiceError("internal", `The build failed (exit code ${code}). It says:\n${said.slice(-6_000)}`);
}
