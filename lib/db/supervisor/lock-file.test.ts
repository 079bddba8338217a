import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { withLockFile } from "./lock-file";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "assay-lock-"));
const file = path.join(folder, "lock");

afterAll(() => fs.rmSync(folder, { recursive: true }));

test("one at a time, and the file is gone afterwards", async () => {
  let inside = 0;
  const order: number[] = [];
  const enter = (n: number) =>
    withLockFile(file, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      order.push(n);
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 12 }, (_, n) => enter(n)));
  expect(order).toHaveLength(12);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("the lock of a process that ended is taken over", async () => {
  const ended = spawnSync(process.execPath, ["-e", "console.log(process.pid)"], { encoding: "utf8" }).stdout.trim();
  fs.writeFileSync(file, `${ended} 1 abc\n`);
  expect(await withLockFile(file, async () => "in")).toBe("in");
});

test.skipIf(process.platform !== "linux")("a live process that merely has the same pid does not hold it", async () => {
  fs.writeFileSync(file, `${process.pid} 1 abc\n`);
  expect(await withLockFile(file, async () => "in")).toBe("in");
});

test("a holder that lives is waited for, then named", async () => {
  await withLockFile(file, async () => {
    await expect(withLockFile(file, async () => "in", 200)).rejects.toThrow("Another process has held");
  });
});
