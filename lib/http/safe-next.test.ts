import { expect, test } from "vitest";
import { safeNext } from "./safe-next";

// RELIABILITY 1.4 (CVE-2022-24858, CVE-2022-31093) and what browsers make of dots, tabs and back-slashes.
test.each([
  "//evil",
  "/\\evil",
  "\\\\evil",
  "/\\/evil",
  "https:evil",
  "https://evil.test/",
  "javascript:alert(1)",
  "%0d%0aSet-Cookie:",
  "https://host@evil",
  "/\t/evil",
  "/\n/evil",
  "/ /evil",
  "/.//evil.test",
  "/a/..//evil.test",
  "/%2e//evil.test",
  "/..//evil.test/x",
  "///evil",
  "studies",
  "",
  `/${"a".repeat(10_000)}`,
  "/stud\u0000ies",
  "/\uff0fevil",
])("%j does not lead away", (raw) => {
  const started = Date.now();
  expect(safeNext(raw)).toBe("/studies");
  expect(Date.now() - started).toBeLessThan(500);
});

test("absent or repeated gives the list of studies", () => {
  expect(safeNext(undefined)).toBe("/studies");
  expect(safeNext(["/a", "/b"])).toBe("/studies");
});

test.each([
  ["/studies/x/agreement?question=role&round=1", "/studies/x/agreement?question=role&round=1"],
  ["/label/demo", "/label/demo"],
  ["/studies/../label/demo", "/label/demo"],
  ["/studies/x#top", "/studies/x"],
  ["/%0d%0aSet-Cookie:", "/%0d%0aSet-Cookie:"],
  ["/@evil.test", "/@evil.test"],
])("%s stays here", (raw, expected) => {
  const next = safeNext(raw);
  expect(next).toBe(expected);
  expect(new URL(next, "https://studio.example/").origin).toBe("https://studio.example");
});
