import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuilt, sourceHash } from "./build";

let root = "";

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "assay-build-"));
  write("package-lock.json", "{}");
  write("app/page.tsx", "a");
  write("lib/db/client.ts", "c");
});

afterEach(() => fs.rmSync(root, { recursive: true }));

test.each([
  "package-lock.json",
  "proxy.ts",
  "prisma/schema.prisma",
  "app/x/page.tsx",
  "lib/y.ts",
  "components/z.tsx",
  "public/a.svg",
])("a change in %s makes the build stale", (file) => {
  const before = sourceHash(root);
  write(file, "changed");
  expect(sourceHash(root)).not.toBe(before);
});

test.each(["lib/y.test.ts", "lib/db/generated/client.ts", "e2e/x.spec.ts", "docs/a.md", ".next/x"])(
  "one in %s does not",
  (file) => {
    const before = sourceHash(root);
    write(file, "changed");
    expect(sourceHash(root)).toBe(before);
  },
);

test("a renamed file is a change; a build without its stamp, or with another's, is none", () => {
  const before = sourceHash(root);
  expect(isBuilt(root)).toBe(false);
  write(".next/assay-source-hash", before);
  expect(isBuilt(root)).toBe(true);
  fs.renameSync(path.join(root, "app/page.tsx"), path.join(root, "app/layout.tsx"));
  expect(isBuilt(root)).toBe(false);
});
