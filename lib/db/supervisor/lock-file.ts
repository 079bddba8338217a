import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@/lib/errors";
import { isAlive } from "./pid-file";

/** Who joins and who leaves do so one after the other, so that nobody stops a server that another has just found. */
export async function withLockFile<T>(file: string, fn: () => Promise<T>, patience = 60_000): Promise<T> {
  const mine = `${process.pid} ${processStart(process.pid)} ${randomBytes(8).toString("hex")}\n`;
  const deadline = Date.now() + patience;
  while (!take(file, mine)) {
    if (Date.now() > deadline) {
      throw new ServiceError("unavailable", `Another process has held ${file} for ${patience / 1000} s. Try again.`);
    }
    await sleep(50);
  }
  try {
    return await fn();
  } finally {
    if (read(file) === mine) fs.rmSync(file, { force: true });
  }
}

function take(file: string, mine: string): boolean {
  try {
    fs.writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = read(file);
  if (holder !== null && isStale(holder, file)) bury(file, holder);
  return false;
}

function isStale(holder: string, file: string): boolean {
  const [pid, start] = holder.trim().split(" ");
  // Empty: its maker is between creating and writing, or was killed there.
  if (!pid) return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000;
  return !isAlive(Number(pid)) || processStart(Number(pid)) !== start;
}

/** A rename hands the file to one of those who found it stale; if it was another's new one by then, it goes back. */
function bury(file: string, holder: string): void {
  const grave = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    fs.renameSync(file, grave);
    if (read(grave) !== holder) fs.linkSync(grave, file);
  } catch {
    // Another was faster.
  }
  fs.rmSync(grave, { force: true });
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Field 22 of /proc/pid/stat: two processes with one pid differ in it. Elsewhere the pid alone must do. */
function processStart(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}
