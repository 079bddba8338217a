import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { checkPassphrase, hashPassphrase, verifyPassphrase } from "./passphrase";

const GOOD = "the heron waits by the weir";

test("a hash verifies its own passphrase alone, and two hashes of one passphrase differ", async () => {
  const [one, two] = await Promise.all([hashPassphrase(GOOD), hashPassphrase(GOOD)]);
  expect(one).not.toBe(two);
  expect(await verifyPassphrase(GOOD, one)).toBe(true);
  expect(await verifyPassphrase(GOOD, two)).toBe(true);
  expect(await verifyPassphrase(`${GOOD}.`, one)).toBe(false);
  expect(await verifyPassphrase("", one)).toBe(false);
});

test("the stored form is node:crypto's scrypt with its parameters beside it", async () => {
  const stored = await hashPassphrase(GOOD);
  const [kind, cost, block, parallel, salt = "", key = ""] = stored.split("$");
  expect([kind, cost, block, parallel]).toEqual(["scrypt", "32768", "8", "1"]);
  const again = scryptSync(GOOD, Buffer.from(salt, "base64url"), 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 27 });
  expect(again.toString("base64url")).toBe(key);
  expect(stored).not.toContain("heron");
});

test("composed and decomposed letters are the same passphrase: keyboards differ", async () => {
  const stored = await hashPassphrase("zwölf Boxkämpfer jagen".normalize("NFC"));
  expect(await verifyPassphrase("zwölf Boxkämpfer jagen".normalize("NFD"), stored)).toBe(true);
});

test.each([
  undefined,
  "",
  "-",
  GOOD,
  "scrypt$x$y$z$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
  "scrypt$32768$8$1$$",
  "bcrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
])("what cannot be read as a hash is false, never an error: %s", async (stored) => {
  expect(await verifyPassphrase(GOOD, stored)).toBe(false);
});

test.each([
  ["short", "11 letters!"],
  ["one letter", "aaaaaaaaaaaaaaaa"],
  ["four letters", "abcdabcdabcdabcd"],
  ["a common word", "password1234"],
  ["a common word twice", "PasswordPassword!"],
  ["the program's name", "assay-passphrase"],
  ["digits in a row", "123456123456"],
  ["symbols alone", "!@#$%^&*()_+{}|"],
  ["too long", "ab cd ef gh ".repeat(43)],
])("%s is refused", (_, weak) => {
  expect(() => checkPassphrase(weak)).toThrowError(expect.objectContaining({ code: "bad_input" }));
});

test.each([GOOD, "correct horse battery staple", "ein zwölf-Zeichen-Satz", "шесть слов на память"])(
  "%s is accepted",
  (strong) => {
    expect(() => checkPassphrase(strong)).not.toThrow();
  },
);
