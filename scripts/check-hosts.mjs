// `npm run check:hosts`: a fresh clone of HEAD installs (scripts blocked), starts, serves and stops on the Nodes that we
// promise, as root and as an ordinary user, in a home that only its owner may enter. Linux; not part of `npm test`.
// Arguments narrow it down: `npm run check:hosts -- user 22`.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "..");
const isRoot = process.getuid() === 0;
const NODES = { 20: null, 22: "22.23.5", 24: "24.22.3" };

const work = fs.mkdtempSync(path.join(os.tmpdir(), "assay-hosts-"));
fs.chmodSync(work, 0o755);

function must(command, args, options = {}) {
  const run = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (run.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${run.error ?? ""}${run.stdout}${run.stderr}`.slice(-3_000));
  return run.stdout;
}

function npmCli() {
  const found = [
    process.env.npm_execpath,
    path.join(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js"),
  ];
  return (
    found.find((file) => file?.endsWith("npm-cli.js") && fs.existsSync(file)) ??
    "/usr/lib/node_modules/npm/bin/npm-cli.js"
  );
}

/** A folder with `node` and `npm` of that version, to stand first in PATH. */
function toolchain(major) {
  const bin = path.join(work, `node-${major}`);
  fs.mkdirSync(bin);
  let node = process.execPath;
  if (NODES[major]) {
    const name = `node-linux-${process.arch}`;
    must("npm", ["pack", `${name}@${NODES[major]}`, "--pack-destination", work, "--silent"], { cwd: work });
    must("tar", ["xzf", path.join(work, `${name}-${NODES[major]}.tgz`), "-C", bin]);
    node = path.join(bin, "package/bin/node");
  }
  fs.symlinkSync(node, path.join(bin, "node"));
  fs.writeFileSync(path.join(bin, "npm"), `#!/bin/sh\nexec "${path.join(bin, "node")}" "${npmCli()}" "$@"\n`, {
    mode: 0o755,
  });
  return bin;
}

/** The caller's environment (proxies, certificates, registry), without what would change Assay or name its home. */
function environmentWith(additions) {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(ASSAY_|DATABASE_URL|NEXTAUTH_|NODE_OPTIONS|NODE_ENV|INIT_CWD|XDG_|USER|LOGNAME|npm_(lifecycle|package|node|execpath|config_(user|local|global)))/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), ...additions };
}

/** nobody: an account that every Linux has, with no rights and no home of its own. */
function account(who) {
  return who === "root" || !isRoot ? {} : { uid: 65_534, gid: 65_534 };
}

function makeHome(name, as) {
  const home = path.join(work, name);
  fs.mkdirSync(home, { mode: 0o700 });
  const clone = path.join(home, "assay");
  fs.mkdirSync(clone);
  const archive = spawnSync("git", ["-C", root, "archive", "HEAD"], { maxBuffer: 1 << 28 });
  if (archive.status !== 0) throw new Error(String(archive.stderr));
  must("tar", ["xf", "-", "-C", clone], { input: archive.stdout });
  if (as.uid) must("chown", ["-R", `${as.uid}:${as.gid}`, home]);
  return { home, clone };
}

async function start(clone, environment, as) {
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: environment,
    ...as,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  for (let waited = 0; !/Assay runs at (\S+)/.test(said); waited += 100) {
    if (child.exitCode !== null || waited > 900_000)
      throw new Error(`npm start did not get ready:\n${said.slice(-3_000)}`);
    await sleep(100);
  }
  const url = /Assay runs at (\S+)/.exec(said)[1];
  const link = /(http\S+\/join\/\S+)/.exec(said)?.[1];
  const stop = async () => {
    process.kill(-child.pid, "SIGTERM");
    return ended;
  };
  return { url, link, stop };
}

async function expectPage(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200 || !text.includes("<html")) throw new Error(`${url} answered ${response.status}`);
}

/** npm ends at the signal; the studio and its database a little later. */
async function expectNothingLeft(clone) {
  let left = [];
  for (let waited = 0; waited < 20_000; waited += 100) {
    left = fs.readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && belongsTo(pid, clone));
    if (left.length === 0) return;
    await sleep(100);
  }
  throw new Error(`Processes were left behind: ${left.join(", ")}`);
}

function belongsTo(pid, clone) {
  try {
    return (
      fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(clone) ||
      fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(clone)
    );
  } catch {
    return false; // It ended meanwhile.
  }
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

async function check(who, major, bin) {
  const as = account(who);
  const { home, clone } = makeHome(`${who}-${major}`, as);
  const cache = path.join(work, `cache-${who}`);
  fs.mkdirSync(cache, { recursive: true });
  if (as.uid) fs.chownSync(cache, as.uid, as.gid);
  const environment = environmentWith({
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    PORT: "0",
    npm_config_cache: cache,
    LANG: "de_DE.UTF-8",
  });
  const began = performance.now();
  must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: clone, env: environment, ...as });
  const installed = seconds(began);
  const first = performance.now();
  const cold = await start(clone, environment, as);
  await expectPage(`${cold.url}/sign-in`);
  if (!cold.link) throw new Error("No link for the first administrator was printed.");
  await expectPage(cold.link);
  const coldTime = seconds(first);
  const exit = await cold.stop();
  if (exit !== 0 && exit !== "SIGTERM" && exit !== 143) throw new Error(`npm start ended with ${exit}`);
  await expectNothingLeft(clone);
  const second = performance.now();
  const warm = await start(clone, environment, as);
  await expectPage(`${warm.url}/sign-in`);
  const warmTime = seconds(second);
  await warm.stop();
  await expectNothingLeft(clone);
  return `install ${installed}, first start to page ${coldTime}, warm start to page ${warmTime}`;
}

async function main() {
  const wanted = process.argv.slice(2);
  const whos = isRoot ? ["root", "user"] : ["user"];
  if (!isRoot) console.log("- as root: skipped, this check does not run as root");
  let failed = 0;
  for (const major of Object.keys(NODES)) {
    if (wanted.some((word) => word in NODES) && !wanted.includes(major)) continue;
    if (major === "20" && !process.versions.node.startsWith("20.")) {
      console.log(`- Node 20: skipped, this is ${process.versions.node}`);
      continue;
    }
    const bin = toolchain(major);
    for (const who of whos) {
      if (wanted.some((word) => ["root", "user"].includes(word)) && !wanted.includes(who)) continue;
      const name = `Node ${spawnSync(path.join(bin, "node"), ["-v"], { encoding: "utf8" }).stdout.trim()}, ${who}, home 0700, scripts blocked`;
      try {
        console.log(`✓ ${name}: ${await check(who, major, bin)}`);
      } catch (error) {
        failed += 1;
        console.log(`✗ ${name}: ${error.message}`);
      }
      fs.rmSync(path.join(work, `${who}-${major}`), { recursive: true, force: true });
    }
  }
  fs.rmSync(work, { recursive: true, force: true });
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
