import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export type PidFile = { pid: number; socketFolder: string | undefined };

/** What postmaster.pid says. Only PostgreSQL itself ever removes that file. */
export function readPidFile(pg: string): PidFile | null {
  try {
    const lines = fs.readFileSync(path.join(pg, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4]?.trim() || undefined } : null;
  } catch {
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a live process that has the pid of the file cannot be our postmaster: pids are used again. */
export function isForeign(pid: number, pg: string): boolean {
  if (process.platform === "linux") {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) !== fs.realpathSync(pg);
    } catch {
      return false; // Not ours to look at; PostgreSQL itself takes such a process for foreign.
    }
  }
  const { stdout, status } = spawnSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" });
  return status === 0 && !stdout.includes("postgres");
}

/** The identity that initdb gave the data: the first eight bytes of pg_control. */
export function systemIdentifier(pg: string): string {
  const bytes = Buffer.alloc(8);
  const file = fs.openSync(path.join(pg, "global/pg_control"), "r");
  try {
    fs.readSync(file, bytes, 0, 8, 0);
  } finally {
    fs.closeSync(file);
  }
  return bytes.readBigUInt64LE().toString();
}
