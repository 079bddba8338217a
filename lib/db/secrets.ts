import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ServiceError } from "@/lib/errors";

const schema = z.object({ session: z.string() });

export type Secrets = z.infer<typeof schema>;

/** 32 random bytes in base64url have 43 characters, and some thirty different ones among them. */
function isStrong(secret: string): boolean {
  return secret.length >= 43 && new Set(secret).size >= 16;
}

/** The secrets of this data folder, made at first start and readable by their owner alone. */
export function readOrMakeSecrets(data: string): Secrets {
  const file = path.join(data, "secrets.json");
  if (!fs.existsSync(file)) makeSecrets(file);
  const again = "Delete it and a new one is made at the next start; everybody then signs in again.";
  if (process.platform !== "win32" && (fs.statSync(file).mode & 0o077) !== 0) {
    throw new ServiceError("unavailable", `${file} can be read by others. Close it (chmod 600), or: ${again}`);
  }
  const parsed = schema.safeParse(parseJson(fs.readFileSync(file, "utf8")));
  if (!parsed.success || !isStrong(parsed.data.session)) {
    throw new ServiceError(
      "unavailable",
      `${file} holds no usable session secret (32 random bytes in base64url). ${again}`,
    );
  }
  return parsed.data;
}

/** Complete or absent, and the first of two that start at once wins. */
function makeSecrets(file: string): void {
  const making = `${file}.${randomBytes(4).toString("hex")}`;
  const secrets: Secrets = { session: randomBytes(32).toString("base64url") };
  fs.writeFileSync(making, `${JSON.stringify(secrets)}\n`, { mode: 0o600, flush: true });
  try {
    fs.linkSync(making, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(making, { force: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
