import fs from "node:fs";
import path from "node:path";

/** CPU milliseconds, user and system, since the processes began. `postgres` is null for a server on another machine. */
export type CpuTime = { node: number; postgres: number | null };

const TICK_MS = 10;

/** This process, and a PostgreSQL of this machine: its postmaster, its processes now, and those that have ended. Linux. */
export function cpuTime(pgData: string | undefined): CpuTime {
  const { user, system } = process.cpuUsage();

  return { node: (user + system) / 1000, postgres: pgData === undefined ? null : postgresTime(pgData) };
}

function postgresTime(pgData: string): number | null {
  if (!fs.existsSync("/proc/self/stat")) return null;
  const postmaster = fs.readFileSync(path.join(pgData, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
  let ticks = 0;
  for (const pid of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = statOf(pid);
    const ended = pid === postmaster ? stat.ended : 0;
    if (pid === postmaster || stat.parent === postmaster) ticks += stat.own + ended;
  }

  return ticks * TICK_MS;
}

function statOf(pid: string): { parent: string; own: number; ended: number } {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (i: number) => Number(fields[i] ?? 0);

    return { parent: fields[1] ?? "", own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    // It ended while we read.
    return { parent: "", own: 0, ended: 0 };
  }
}
