import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { env, projectRoot } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { type Account, canReach, serverAccount } from "./account";

const SHARED = "/var/lib/assay";
/** sun_path holds 108 bytes with its end, on macOS 104. */
const LONGEST = (process.platform === "darwin" ? 103 : 107) - "/.s.PGSQL.5432".length;

export type Places = { data: string; pg: string; log: string; account: Account };

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** ASSAY_DATA; else .assay/ in the project; else, where the server's account cannot reach that, a folder in /var/lib. */
export function places(): Places {
  const given = env().ASSAY_DATA;
  if (given) return placesAt(path.resolve(given));
  const root = fs.realpathSync(projectRoot());
  const inProject = path.join(root, ".assay");
  if (canReach(serverAccount(inProject), inProject)) return placesAt(inProject);
  return placesAt(path.join(SHARED, hash(root)));
}

/** The places of a data folder that is named. */
export function placesAt(data: string): Places {
  const account = serverAccount(data);
  if (canReach(account, data))
    return { data, pg: path.join(data, "pg"), log: path.join(data, "postgres.log"), account };
  throw new ServiceError(
    "unavailable",
    `The data folder ${data} cannot be reached by the account that runs the database (uid ${account?.uid}). ` +
      "Nothing was changed. Open its parent folders to others (chmod o+x), or set ASSAY_DATA to another folder.",
  );
}

/** Where secrets.json lies; with a PostgreSQL of one's own there is no server's account to think of. */
export function secretsFolder(): string {
  const { ASSAY_DATA, DATABASE_URL } = env();
  if (!DATABASE_URL) {
    const here = places();
    makeDataFolder(here);
    return here.data;
  }
  const data = ASSAY_DATA ? path.resolve(ASSAY_DATA) : path.join(projectRoot(), ".assay");
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  return data;
}

/** The data folder, made where missing: for us alone, or, where the server is another account, to be passed through. */
export function makeDataFolder({ data, account }: Places): void {
  if (fs.existsSync(data)) {
    if (account) fs.chmodSync(data, fs.statSync(data).mode | 0o011);
    return;
  }
  fs.mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  fs.mkdirSync(data, { recursive: true, mode: account ? 0o711 : 0o700 });
}

/** A folder that the binaries may be copied to. */
export function copyFolder({ data, account }: Places, version: string): string {
  return account ? path.join(SHARED, `pg-${version}`) : path.join(data, `pg-${version}`);
}

/** Made, or found to be ours: anybody may make folders in /tmp, so owner and mode are looked at. */
export function socketFolder({ data, account }: Places): string {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const name = `assay-${uid}-${hash(fs.realpathSync(data))}`;
  const parent = [os.tmpdir(), "/tmp"].find(
    (folder) => path.join(folder, name).length <= LONGEST && canReach(account, path.join(folder, name)),
  );
  if (!parent)
    throw new ServiceError("unavailable", "No temporary folder with a short enough path for the database's socket.");
  const folder = path.join(parent, name);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    if (account) fs.chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stat = fs.lstatSync(folder);
  if (account && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o777) === 0o700) {
    fs.chownSync(folder, account.uid, account.gid); // Made by a root process that ended before the line above.
    return folder;
  }
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o777) !== 0o700) {
    throw new ServiceError(
      "unavailable",
      `${folder} exists and is not a private folder of uid ${uid}, so the database's socket cannot go there. Remove it, then start again.`,
    );
  }
  return folder;
}
