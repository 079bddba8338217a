import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { ServiceError } from "@/lib/errors";

const COST = 2 ** 15;
const BLOCK = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
const MINIMUM = 12;
const STORED = /^scrypt\$(\d{3,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{43})$/;
const COMMON = ["password", "passphrase", "passwort", "123456", "qwerty", "letmein", "assay"];

function derive(passphrase: string, salt: Buffer, cost: number, block: number, parallel: number): Promise<Buffer> {
  const options: ScryptOptions = { N: cost, r: block, p: parallel, maxmem: 256 * cost * block };

  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** Refuses what a guesser tries first. Long beats odd: no rules about symbols. */
export function checkPassphrase(passphrase: string): void {
  if (passphrase.length < MINIMUM || passphrase.length > 512) {
    throw new ServiceError(
      "bad_input",
      `Use a passphrase of at least ${MINIMUM} characters, a short sentence for example.`,
    );
  }
  const folded = passphrase.toLowerCase();
  const rest = COMMON.reduce((text, word) => text.replaceAll(word, ""), folded).replace(/[^\p{L}\p{N}]/gu, "");
  if (new Set(folded).size < 5 || rest.length < 6) {
    throw new ServiceError(
      "bad_input",
      "This passphrase would be guessed at once. Use a short sentence that only you would write.",
    );
  }
}

export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(passphrase, salt, COST, BLOCK, PARALLEL);

  return ["scrypt", COST, BLOCK, PARALLEL, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** False for a wrong passphrase and for a hash that cannot be read. Takes as long for one as for the other. */
export async function verifyPassphrase(passphrase: string, stored: string | undefined): Promise<boolean> {
  const hash = STORED.exec(stored ?? "");
  if (!hash) {
    await derive(passphrase, Buffer.alloc(16), COST, BLOCK, PARALLEL);

    return false;
  }
  const [, cost, block, parallel, salt = "", key = ""] = hash;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(
    passphrase,
    Buffer.from(salt, "base64url"),
    Number(cost),
    Number(block),
    Number(parallel),
  );

  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
