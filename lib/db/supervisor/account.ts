import fs from "node:fs";
import path from "node:path";

/** As whom the server runs; null: as whoever runs this process. */
export type Account = { uid: number; gid: number } | null;

const NOBODY = 65_534;

/**
 * PostgreSQL refuses to run as root. Then: the owner of the data, else the system's `postgres`, else `nobody`.
 * Setting uid and gid through spawn also empties the supplementary groups (libuv calls setgroups).
 */
export function serverAccount(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return null;
  for (const folder of [path.join(dataFolder, "pg"), dataFolder]) {
    const stat = fs.statSync(folder, { throwIfNoEntry: false });
    if (stat && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid };
  }
  return namedAccount() ?? { uid: NOBODY, gid: NOBODY };
}

export function namedAccount(): Account {
  return systemAccount("postgres") ?? systemAccount("nobody");
}

function systemAccount(name: string): Account {
  const passwd = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "";
  const line = passwd.split("\n").find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = (line ?? "").split(":");
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Whether the account may pass through every folder on the way to `target`, as far as it exists. */
export function canReach(account: Account, target: string): boolean {
  if (account === null) return true;
  const absolute = path.resolve(target);
  const real = fs.existsSync(absolute) ? fs.realpathSync(absolute) : absolute;
  const { root } = path.parse(real);
  let at = root;
  for (const name of path.dirname(real).slice(root.length).split(path.sep)) {
    at = path.join(at, name);
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (stat && !mayEnter(account, stat)) return false;
  }
  return true;
}

function mayEnter(account: { uid: number; gid: number }, stat: fs.Stats): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

/** Gives a folder and all in it to the account. */
export function giveTo(account: Account, folder: string): void {
  if (account === null) return;
  fs.lchownSync(folder, account.uid, account.gid);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo(account, child);
    else fs.lchownSync(child, account.uid, account.gid);
  }
}
