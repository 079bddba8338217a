import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOrMakeSecrets } from "./secrets";

let folder = "";
const file = () => path.join(folder, "secrets.json");

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-secrets-"));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

test("made once: 32 bytes, for their owner alone", () => {
  const made = readOrMakeSecrets(folder);
  expect(Buffer.from(made.session, "base64url")).toHaveLength(32);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect(readOrMakeSecrets(folder)).toEqual(made);
  expect(fs.readdirSync(folder)).toEqual(["secrets.json"]);
});

test("a file that others can read is refused", () => {
  readOrMakeSecrets(folder);
  fs.chmodSync(file(), 0o644);
  expect(() => readOrMakeSecrets(folder)).toThrow("can be read by others");
});

test.each(["changeme", "a".repeat(64), "", "0123456789".repeat(5)])("the weak secret %j is refused", (session) => {
  fs.writeFileSync(file(), JSON.stringify({ session }), { mode: 0o600 });
  expect(() => readOrMakeSecrets(folder)).toThrow("holds no usable session secret");
});

test("a file cut short is refused, not replaced", () => {
  fs.writeFileSync(file(), '{"sess', { mode: 0o600 });
  expect(() => readOrMakeSecrets(folder)).toThrow("holds no usable session secret");
  expect(fs.readFileSync(file(), "utf8")).toBe('{"sess');
});
